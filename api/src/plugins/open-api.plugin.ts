import swagger from '@fastify/swagger';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Describes every call from the schemas it is checked with. Registered before the routes it describes. */
export const openApiPlugin = fastifyPlugin(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Tapwise', version: '1', description: 'What every search-ads keyword really earns, live.' },
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      },
      transform: jsonSchemaTransform,
    });
    app.get('/api/openapi.json', { schema: { hide: true }, config: { right: 'public' } }, async () => app.swagger());
  },
  { name: 'open-api' },
);
