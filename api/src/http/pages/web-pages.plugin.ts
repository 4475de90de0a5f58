import { existsSync, mkdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@tapwise/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { sendError } from '../errors.plugin.ts';
import { checkoutHeaders, type PaymentWindow } from './checkout-policy.ts';
import { isApiPath } from './security-headers.plugin.ts';

/** First parts of the addresses that the dashboard's own router knows. */
const dashboardRoots: ReadonlySet<string> = new Set([
  'client',
  'login',
  'accept_invitation',
  'reset',
  'verify',
  'unsubscribe',
  'keep_account',
  'trial_conversion',
  'cltv',
]);
const firstDocPage = '/docs/dashboard_overview';

const checkoutFile = 'checkout.html';

interface WebPages {
  /** Folder of the built pages; without it there are none. */
  readonly webRoot: string | undefined;
  /** What the page that takes the card opens; without it the page may load nothing foreign. */
  readonly paymentWindow?: PaymentWindow | undefined;
  /** Whether mails that are not sent are shown. */
  readonly outbox?: boolean | undefined;
}

/**
 * Serves the built pages. Files under `assets/` have their content's hash in their name and are kept for ever; everything
 * else is asked for again each time. Addresses of the dashboard get its page; public pages are finished files.
 */
export const webPagesPlugin = fastifyPlugin<WebPages>(
  async (app, { webRoot, paymentWindow, outbox }) => {
    const roots = outbox ? new Set([...dashboardRoots, 'outbox']) : dashboardRoots;
    const onCheckout = paymentWindow === undefined ? {} : checkoutHeaders(paymentWindow);
    if (webRoot !== undefined) await serveFiles(app, webRoot);
    const respond = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      // Looked for at every call: on a fresh machine the pages may still be being built when the first calls come.
      const built = webRoot !== undefined && existsSync(join(webRoot, 'index.html'));
      if (!built || !isPageAddress(request)) return missing(request, reply);
      const path = pathOf(request);
      if (path === '/docs') return reply.redirect(firstDocPage, 302);
      const file = fileOf(webRoot, path, roots);
      if (file === checkoutFile) void reply.headers(onCheckout);
      return file === undefined ? noPage(reply, webRoot, path) : reply.sendFile(file, webRoot);
    };
    app.setNotFoundHandler(respond);
    // The files' own route would refuse folders.
    app.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      if (!path.endsWith('/') || !isPageAddress(request)) return;
      return path === '/' ? respond(request, reply) : reply.redirect(pathOf(request), 301);
    });
  },
  { name: 'web-pages' },
);

/** The file that is at the address of a page, if any. */
function fileOf(webRoot: string, path: string, roots: ReadonlySet<string>): string | undefined {
  if (roots.has(path.split('/', 2)[1] ?? '')) return 'index.html';
  if (path === '/') return existsSync(join(webRoot, 'home.html')) ? 'home.html' : 'index.html';
  // Only names that a page can have are looked for.
  if (!/^(?:\/[a-z0-9_]+){1,2}$/.test(path)) return undefined;
  const file = `${path.slice(1)}.html`;
  return existsSync(join(webRoot, file)) ? file : undefined;
}

/** Answers 404 with the page that says so: that of the place, where it has one. */
function noPage(reply: FastifyReply, webRoot: string, path: string): FastifyReply {
  const [section] = /^[a-z]+(?=\/)/.exec(path.slice(1)) ?? ['.'];
  const pages = [join(section, 'not-found.html'), 'not-found.html', 'index.html'];
  const file = pages.find((name) => existsSync(join(webRoot, name))) ?? 'index.html';
  return reply.code(404).sendFile(file, webRoot);
}

const pathOf = (request: FastifyRequest): string => {
  const path = request.url.split(/[?#]/, 1)[0] ?? '';
  return path.length > 1 ? path.replace(/\/$/, '') : path;
};

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  mkdirSync(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    // Which page is at the root is decided below.
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      const named = path.startsWith(join(root, 'assets') + sep);
      void reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

function isPageAddress(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request);
  return !isApiPath(path) && !path.startsWith('/assets/') && !/\.[A-Za-z0-9]{1,8}$/.test(path);
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = isApiPath(request.url) ? 'This call does not exist.' : 'There is nothing at this address.';
  return sendError(new DomainError('not_found', { message }), request, reply);
}
