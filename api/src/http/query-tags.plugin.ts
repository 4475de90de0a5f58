import { tagQueries } from '@tapwise/adapters';
import fastifyPlugin from 'fastify-plugin';

/** Questions to the tables name the route and the team that they are asked for. Registered behind the rights, which find the session. */
export const queryTagsPlugin = fastifyPlugin(
  async (app) => {
    app.addHook('preHandler', (request, _reply, done) => {
      const route = `${request.method} ${request.routeOptions.url ?? ''}`;
      tagQueries({ route, team: request.session?.team.team_id }, done);
    });
  },
  { name: 'query-tags', dependencies: ['rights'] },
);
