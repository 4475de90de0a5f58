import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { sendError } from './errors.plugin.ts';
import { isApiPath } from './security-headers.plugin.ts';

/**
 * Serves the built pages. Files under `assets/` have their content's hash in their name and are kept for ever; everything
 * else is asked for again each time. An address that is no file is the page's own route, so it gets the page.
 */
export const webPagesPlugin = fastifyPlugin<{ webRoot: string | undefined }>(
  async (app, { webRoot }) => {
    const root = webRoot !== undefined && existsSync(join(webRoot, 'index.html')) ? webRoot : undefined;
    if (root !== undefined) {
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
    app.setNotFoundHandler((request, reply) => {
      if (root !== undefined && isPageAddress(request)) return reply.sendFile('index.html', root);
      return missing(request, reply);
    });
  },
  { name: 'web-pages' },
);

function isPageAddress(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split(/[?#]/, 1)[0] ?? '';
  return !isApiPath(path) && !path.startsWith('/assets/') && !/\.[A-Za-z0-9]{1,8}$/.test(path);
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = isApiPath(request.url) ? 'This call does not exist.' : 'There is nothing at this address.';
  return sendError(new DomainError('not_found', { message }), request, reply);
}
