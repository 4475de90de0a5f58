import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { SdkVersionFigures } from '@tapwise/domain';
import { z } from 'zod';

/** Versions that are listed: anybody may send any text as one. */
const mostVersions = 20;

const versionRows = defineQuery({
  name: 'sdk-versions',
  sql: `SELECT version, toUInt32(sum(installs)) AS installs, toUInt32(sum(with_token)) AS with_token,
      toUInt32(sum(pending)) AS pending, max(newest_ms) AS newest_ms, toUInt32(sum(refused)) AS refused
    FROM (
      SELECT sdk_version AS version, count() AS installs, countIf(has_token) AS with_token,
        countIf(install_id IN (
          SELECT install_id FROM install_current_v1 FINAL
          WHERE application_id = {application_id:UInt64} AND state = 'pending')) AS pending,
        max(toUnixTimestamp64Milli(received_at)) AS newest_ms, toUInt64(0) AS refused
      FROM sdk_install_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND toUnixTimestamp64Milli(received_at) > {since_ms:Int64}
        AND install_id NOT IN (
          SELECT install_id FROM install_current_v1 FINAL
          WHERE application_id = {application_id:UInt64} AND state = 'test')
      GROUP BY sdk_version
      UNION ALL
      SELECT sdk_version AS version, toUInt64(0) AS installs, toUInt64(0) AS with_token, toUInt64(0) AS pending,
        toInt64(0) AS newest_ms, sum(calls) AS refused
      FROM sdk_refusal_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND toUnixTimestamp64Milli(counted_at) > {since_ms:Int64}
      GROUP BY sdk_version)
    GROUP BY version ORDER BY installs DESC, refused DESC, version LIMIT ${mostVersions}`,
  params: z.object({ application_id: z.number(), since_ms: z.number() }),
  row: z.object({
    version: z.string(),
    installs: z.number(),
    with_token: z.number(),
    pending: z.number(),
    newest_ms: z.coerce.number(),
    refused: z.number(),
  }),
});

/** Versions of the SDK whose calls came after an instant, the most installs first; tests are left out. @throws the engine's error. */
export async function sdkVersions(
  client: ClickHouseClient,
  { applicationId, sinceMs }: { readonly applicationId: number; readonly sinceMs: number },
  signal?: AbortSignal,
): Promise<SdkVersionFigures[]> {
  const rows = await versionRows(client, { application_id: applicationId, since_ms: sinceMs }, signal);
  return rows.map(({ version, installs, with_token, pending, newest_ms, refused }) => ({
    version: version === '' ? null : version,
    installs,
    withToken: with_token,
    pending,
    newestInstallAt: installs === 0 ? null : new Date(newest_ms).toISOString(),
    refusedCalls: refused,
  }));
}
