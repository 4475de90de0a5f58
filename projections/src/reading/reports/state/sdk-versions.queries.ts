import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { SdkVersionFigures } from '@tapwise/domain';
import { z } from 'zod';

/** Versions that are listed: anybody may send any text as one. */
const mostVersions = 20;

const versionRows = defineQuery({
  name: 'sdk-versions',
  sql: `SELECT sdk_version AS version, toUInt32(count()) AS installs, toUInt32(countIf(has_token)) AS with_token,
      toUInt32(countIf(install_id IN (
        SELECT install_id FROM install_current_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND state = 'pending'))) AS pending,
      max(toUnixTimestamp64Milli(received_at)) AS newest_ms
    FROM sdk_install_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND toUnixTimestamp64Milli(received_at) > {since_ms:Int64}
      AND install_id NOT IN (
        SELECT install_id FROM install_current_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND state = 'test')
    GROUP BY version ORDER BY installs DESC, version LIMIT ${mostVersions}`,
  params: z.object({ application_id: z.number(), since_ms: z.number() }),
  row: z.object({
    version: z.string(),
    installs: z.number(),
    with_token: z.number(),
    pending: z.number(),
    newest_ms: z.coerce.number(),
  }),
});

/** Versions of the SDK that reported installs after an instant, the most used first; tests are left out. @throws the engine's error. */
export async function sdkVersions(
  client: ClickHouseClient,
  { applicationId, sinceMs }: { readonly applicationId: number; readonly sinceMs: number },
  signal?: AbortSignal,
): Promise<SdkVersionFigures[]> {
  const rows = await versionRows(client, { application_id: applicationId, since_ms: sinceMs }, signal);
  return rows.map(({ version, installs, with_token, pending, newest_ms }) => ({
    version: version === '' ? null : version,
    installs,
    withToken: with_token,
    pending,
    newestInstallAt: new Date(newest_ms).toISOString(),
  }));
}
