import swagger from '@fastify/swagger';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

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
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      },
      transform(described) {
        const { schema, url } = jsonSchemaTransform(described);
        const { method, config } = described.route;
        const takesKey = WRITES.has(String(method)) && config?.right !== 'public';
        return { schema: takesKey ? { ...schema, headers: idempotencyHeader } : schema, url };
      },
    });
    app.get('/api/openapi.json', { schema: { hide: true }, config: { right: 'public' } }, async () => app.swagger());
  },
  { name: 'open-api' },
);
