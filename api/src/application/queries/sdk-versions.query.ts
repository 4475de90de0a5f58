import {
  type SdkVersion,
  sdkVersionsPath,
  sdkVersionsQuerySchema,
  sdkVersionsResponseSchema,
} from '@tapwise/contract/sdk-versions';
import {
  dayMs,
  isRefusedOften,
  lacksTokens,
  newestSdkVersion,
  type SdkVersionFigures,
  sdkVersionAge,
} from '@tapwise/domain';
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
      return { status: 'ok' as const, versions: versionRows(all), newest_version: newestSdkVersion };
    },
  );
}

function versionRows(all: readonly SdkVersionFigures[]): SdkVersion[] {
  const total = all.reduce((sum, { installs }) => sum + installs, 0);
  return all.map((figures) => {
    const { version, installs, withToken, pending, newestInstallAt, refusedCalls } = figures;
    return {
      version,
      age: sdkVersionAge(version),
      installs,
      install_share: total === 0 ? 0 : installs / total,
      token_share: installs === 0 ? null : withToken / installs,
      pending_share: installs === 0 ? null : pending / installs,
      newest_install_at: newestInstallAt,
      lacks_tokens: lacksTokens(figures, all),
      refused_calls: refusedCalls,
      refused_often: isRefusedOften(figures, all),
    };
  });
}
