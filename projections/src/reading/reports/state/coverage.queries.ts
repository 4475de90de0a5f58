import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { addDays, dayInZone } from '@tapwise/domain';
import { z } from 'zod';
import { type TablesForm, tablesForm } from '../../whole-tables.ts';
import type { FactQuestion } from '../facts/fact-question.ts';
import type { ReportState } from './report-state.queries.ts';

/** The first day of which something is known by day, of each source; `null` while nothing is. */
export interface Coverage {
  readonly ads: string | null;
  /** Whether months before that day have been read, as far back as the ad service gives them. */
  readonly months: boolean;
}

const firstPull = defineQuery({
  name: 'report-coverage',
  sql: `SELECT toString(min(from_day)) AS ads, count() AS pulls,
      (SELECT count() FROM source_problem_v1 FINAL WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}
        AND subject = 'months' AND reason = '') AS months
    FROM ads_coverage_v1 WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}`,
  params: z.object({ application_id: z.number(), org_id: z.number() }),
  row: z.object({ ads: z.string(), pulls: z.number(), months: z.number() }),
});

// The first pull goes back 90 days, so younger ranges are known whole once there was one.
const alwaysCoveredDays = 85;

interface Remembered {
  readonly position: bigint;
  readonly coverage: Coverage;
}
const remembered = new WeakMap<TablesForm, Map<string, Remembered>>();

/** From when on figures are known by day, if the range may begin before; read again after a pull. @throws the engine's error. */
export async function readCoverage(
  client: ClickHouseClient,
  { pulledPosition: position }: Pick<ReportState, 'pulledPosition'>,
  { scope, from, now }: Pick<FactQuestion, 'scope' | 'from' | 'now'>,
  signal?: AbortSignal,
): Promise<Coverage> {
  if (from >= addDays(dayInZone(now.getTime(), scope.timeZone), -alwaysCoveredDays)) return { ads: null, months: true };
  const ofForm = remembered.get(tablesForm(client)) ?? new Map<string, Remembered>();
  remembered.set(tablesForm(client), ofForm);
  const key = `${scope.applicationId} ${scope.orgId}`;
  const cached = ofForm.get(key);
  if (cached !== undefined && cached.position === position) return cached.coverage;
  const [row] = await firstPull(client, { application_id: scope.applicationId, org_id: scope.orgId }, signal);
  const coverage = { ads: row === undefined || row.pulls === 0 ? null : row.ads, months: (row?.months ?? 0) > 0 };
  // No pull of days follows when the months come in.
  if (position !== null && coverage.months) ofForm.set(key, { position, coverage });
  return coverage;
}
