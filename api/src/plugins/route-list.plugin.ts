import fastifyPlugin from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every call as `METHOD /address`, so that what must hold for all of them can be checked for all of them. */
    routeList: readonly string[];
  }
}

/** Registered first: it sees only the routes that come after it. */
export const routeListPlugin = fastifyPlugin(
  async (app) => {
    const list: string[] = [];
    app.decorate('routeList', list);
    app.addHook('onRoute', ({ method, url }) => {
      list.push(...[method].flat().map((name) => `${name} ${url}`));
    });
  },
  { name: 'route-list' },
);
