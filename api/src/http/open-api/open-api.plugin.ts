import swagger from '@fastify/swagger';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { callGroups, describedCall } from './call-descriptions.ts';
import { holdersText } from './holders-text.ts';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Read by the idempotency plugin, of every write call that has a session. */
const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'The same key and call within 24 hours are given the first answer again; nothing is written twice.',
    },
  },
};

/** Describes every call from the schemas it is checked with. Registered before the routes it describes. */
export const openApiPlugin = fastifyPlugin(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Tapwise', version: '1', description: 'What every search-ads keyword really earns, live.' },
        tags: callGroups.map(({ tag, description }) => ({ name: tag, description })),
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      },
      transform(described) {
        const { schema, url } = jsonSchemaTransform(described);
        const { method, config } = described.route;
        const isPublic = config?.right === 'public';
        const takesKey = WRITES.has(String(method)) && !isPublic;
        return {
          schema: {
            ...schema,
            ...describedCall(String(method), url),
            ...(config?.right === undefined ? {} : { description: holdersText(config.right) }),
            security: isPublic ? [] : [{ token: [] }],
            ...(takesKey ? { headers: idempotencyHeader } : {}),
          },
          url,
        };
      },
    });
    app.get('/api/openapi.json', { schema: { hide: true }, config: { right: 'public' } }, async () => app.swagger());
  },
  { name: 'open-api' },
);
