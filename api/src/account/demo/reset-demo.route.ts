import { okSchema } from '@tapwise/contract';
import { DomainError } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

/**
 * `POST /api/demo/reset`: the simulated ad service forgets what was written to it, from now on. Reports show that with the next
 * pull; what happened until now has happened.
 */
export function resetDemoRoute(app: ApiServer, { outbound }: ApiDependencies): void {
  app.post(
    '/api/demo/reset',
    { schema: { response: { 200: okSchema } }, config: { right: 'act' } },
    async (request) => {
      if (!sessionOf(request).team.demo)
        throw new DomainError('not_allowed', { message: 'Only the demo can be reset' });
      // In the demo the simulator is the one address inside the machine that may be called.
      const [simulator] = outbound.targets;
      const body = Buffer.from(JSON.stringify({ reset: true }));
      const headers = { 'content-type': 'application/json' };
      const sent =
        simulator === undefined ? null : await outbound.client.post(`http://${simulator}/control`, body, headers);
      if (sent?.status !== 200) throw new DomainError('unavailable', { details: { retry_after: 5 } });
      return { status: 'ok' as const };
    },
  );
}
