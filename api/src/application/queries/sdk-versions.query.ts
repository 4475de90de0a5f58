import { sdkVersionsPath, sdkVersionsQuerySchema, sdkVersionsResponseSchema } from '@tapwise/contract';
import { dayMs, lacksTokens } from '@tapwise/domain';
import { sdkVersions } from '@tapwise/projections/queries';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

const days = 7;

/** `GET /api/application/sdk_versions`: which versions of the SDK report, and whether one of them has trouble. */
export function sdkVersionsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    sdkVersionsPath,
    {
      schema: { querystring: sdkVersionsQuerySchema, response: { 200: sdkVersionsResponseSchema } },
      config: { right: 'read_reports' },
    },
    async (request) => {
      const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      const question = { applicationId: application.application_id, sinceMs: deps.now().getTime() - days * dayMs };
      const all = await sdkVersions(deps.tables, question, request.signal);
      const versions = all.map((figures) => ({
        version: figures.version,
        installs: figures.installs,
        token_share: figures.withToken / figures.installs,
        pending_share: figures.pending / figures.installs,
        newest_install_at: figures.newestInstallAt,
        lacks_tokens: lacksTokens(figures, all),
      }));
      return { status: 'ok' as const, versions };
    },
  );
}
