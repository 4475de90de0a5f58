import { existsSync, mkdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@tapwise/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { sendError } from './errors.plugin.ts';
import { isApiPath } from './security-headers.plugin.ts';

/**
 * Serves the built pages. Files under `assets/` have their content's hash in their name and are kept for ever; everything
 * else is asked for again each time. An address that is no file is the page's own route, so it gets the page.
 */
export const webPagesPlugin = fastifyPlugin<{ webRoot: string | undefined }>(
  async (app, { webRoot }) => {
    if (webRoot !== undefined) await serveFiles(app, webRoot);
    app.setNotFoundHandler((request, reply) => {
      // Looked for at every call: on a fresh machine the pages may still be being built when the first calls come.
      const built = webRoot !== undefined && existsSync(join(webRoot, 'index.html'));
      return built && isPageAddress(request) ? reply.sendFile('index.html', webRoot) : missing(request, reply);
    });
  },
  { name: 'web-pages' },
);

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  mkdirSync(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
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
  const path = request.url.split(/[?#]/, 1)[0] ?? '';
  return !isApiPath(path) && !path.startsWith('/assets/') && !/\.[A-Za-z0-9]{1,8}$/.test(path);
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = isApiPath(request.url) ? 'This call does not exist.' : 'There is nothing at this address.';
  return sendError(new DomainError('not_found', { message }), request, reply);
}
