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
  'confirm-report',
  'keep_account',
  'trial_conversion',
  'cltv',
]);
const firstDocPage = '/docs/dashboard_overview';

const checkoutFile = 'checkout.html';

interface WebPages {
  /** Folder of the built pages; without it there are none. */
  readonly webRoot: string | undefined;
  /** Folder of public pages that name the addresses of this installation, where they could not be written to the other one. */
  readonly siteRoot?: string | undefined;
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
  async (app, { webRoot, siteRoot, paymentWindow, outbox }) => {
    const roots = outbox ? new Set([...dashboardRoots, 'outbox']) : dashboardRoots;
    const onCheckout = paymentWindow === undefined ? {} : checkoutHeaders(paymentWindow);
    const folders = [siteRoot, webRoot].filter((folder) => folder !== undefined);
    if (webRoot !== undefined) await serveFiles(app, webRoot);
    const respond = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      // Looked for at every call: on a fresh machine the pages may still be being built when the first calls come.
      const built = webRoot !== undefined && existsSync(join(webRoot, 'index.html'));
      if (!built || !isPageAddress(request)) return missing(request, reply);
      const path = pathOf(request);
      if (path === '/docs') return reply.redirect(firstDocPage, 302);
      const file = fileOf(folders, path, roots);
      if (file?.name === checkoutFile) void reply.headers(onCheckout);
      return file === undefined ? noPage(reply, folders, path) : reply.sendFile(file.name, file.folder);
    };
    app.setNotFoundHandler(respond);
    // The files' own route would refuse folders.
    app.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      // Files for machines, such as the site map, name addresses too.
      if (siteRoot !== undefined && isSiteFile(path) && existsSync(join(siteRoot, path)))
        return reply.sendFile(path, siteRoot);
      if (!path.endsWith('/') || !isPageAddress(request)) return;
      return path === '/' ? respond(request, reply) : reply.redirect(pathOf(request), 301);
    });
  },
  { name: 'web-pages' },
);

interface PageFile {
  readonly name: string;
  readonly folder: string;
}

/** The first of some files that there is, each looked for in the first folder first. */
function firstOf(folders: readonly string[], names: readonly string[]): PageFile | undefined {
  const files = names.flatMap((name) => folders.map((folder) => ({ name, folder })));
  return files.find(({ name, folder }) => existsSync(join(folder, name)));
}

/** The file that is at the address of a page, if any. */
function fileOf(folders: readonly string[], path: string, roots: ReadonlySet<string>): PageFile | undefined {
  if (roots.has(path.split('/', 2)[1] ?? '')) return firstOf(folders, ['index.html']);
  if (path === '/') return firstOf(folders, ['home.html', 'index.html']);
  // Only names that a page can have are looked for.
  return /^(?:\/[a-z0-9_]+){1,2}$/.test(path) ? firstOf(folders, [`${path.slice(1)}.html`]) : undefined;
}

/** Answers 404 with the page that says so: that of the section, where it has one. */
function noPage(reply: FastifyReply, folders: readonly string[], path: string): FastifyReply {
  const [section] = /^[a-z]+(?=\/)/.exec(path.slice(1)) ?? ['.'];
  const file = firstOf(folders, [join(section, 'not-found.html'), 'not-found.html', 'index.html']);
  return reply.code(404).sendFile(file?.name ?? 'index.html', file?.folder);
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

const isSiteFile = (path: string): boolean => /^(?:\/[a-z0-9_]+){1,2}\.[a-z]+$/.test(path);

function isPageAddress(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request);
  return !isApiPath(path) && !path.startsWith('/assets/') && !/\.[A-Za-z0-9]{1,8}$/.test(path);
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = isApiPath(request.url) ? 'This call does not exist.' : 'There is nothing at this address.';
  return sendError(new DomainError('not_found', { message }), request, reply);
}
