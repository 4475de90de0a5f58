import { readinessSchema } from '@tapwise/contract';
import { z } from 'zod';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { readiness } from './readiness.ts';

/** `GET /healthz` while the process lives; `GET /readyz` says how each part does. */
export function healthRoutes(app: ApiServer, deps: ApiDependencies): void {
  const config = { right: 'public', addressLimit: 'none' } as const;
  app.get('/healthz', { schema: { response: { 200: z.object({ status: z.literal('ok') }) } }, config }, async () => ({
    status: 'ok' as const,
  }));
  const response = { 200: readinessSchema, 503: readinessSchema };
  app.get('/readyz', { schema: { response }, config }, async (_request, reply) => {
    const report = await readiness(deps);
    const serves = report.status === 'ok' || report.status === 'degraded';
    return reply
      .code(serves ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}
