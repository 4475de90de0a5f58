import type { ReportRow } from '@tapwise/contract';
import { addDays, dayInZone } from '@tapwise/domain';
import { z } from 'zod';
import type { Customer } from './customer.ts';
import { eventually } from './product.ts';

/** What really happened in the simulated world, by the simulator's own separate sums. */
const peopleSchema = z.object({
  installs: z.number(),
  first_launches: z.number(),
  trials: z.number(),
  conversions: z.number(),
  current_income: z.number(),
});
const truthSchema = z.object({
  rows: z.array(
    z.object({
      id: z.number(),
      campaign_id: z.number().nullable(),
      ad_group_id: z.number().nullable(),
      impressions: z.number(),
      taps: z.number(),
      spend_app_currency: z.number(),
      claims: z.object({ click: peopleSchema, view: peopleSchema, total: peopleSchema }),
    }),
  ),
});
export type TruthRow = z.infer<typeof truthSchema>['rows'][number];
const statusSchema = z.object({
  history_done: z.boolean(),
  backlog: z.number(),
  paused: z.boolean(),
  revealed: z.number(),
  posted_installs: z.number(),
});

const claims = ['click', 'view', 'total'] as const;
const levels = { campaign: 'campaigns', ad_group: 'adgroups', keyword: 'keywords' } as const;
type Level = keyof typeof levels;

/** The simulator as a test sees it. */
export interface Simulator {
  status(): Promise<z.infer<typeof statusSchema>>;
  pause(paused: boolean): Promise<void>;
  /** From now on the attribution service knows every token it is asked about. */
  answerEveryToken(): Promise<void>;
  truth(question: { app: number; org: number; day: string; level: Level }): Promise<TruthRow[]>;
}

export function simulatorAt(url: string): Simulator {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  const control = async (switches: object): Promise<void> => {
    const body = JSON.stringify(switches);
    await fetch(`${url}/control`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };
  return {
    status: async () => statusSchema.parse(await get('/truth/status')),
    pause: (pause) => control({ pause }),
    answerEveryToken: () => control({ unknown_first_call_share: 0 }),
    truth: async ({ app, org, day, level }) =>
      truthSchema.parse(await get(`/truth?app=${app}&org=${org}&day=${day}&level=${level}`)).rows,
  };
}

/** Waits until the simulated people have sent all their events, and the tables have taken it in. */
export async function settle(simulator: Simulator, productUrl: string): Promise<void> {
  await eventually(simulator.status, (status) => status.history_done && status.backlog === 0, { timeoutMs: 240_000 });
  const ready = async () =>
    (await (await fetch(`${productUrl}/readyz`)).json()) as { parts: { projections?: { lag_events?: number } } };
  await eventually(ready, ({ parts }) => parts.projections?.lag_events === 0, { timeoutMs: 60_000 });
}

/** Compares every row of a closed day, at each claim type of all or some levels. Returns how many cells agreed, and what did not. */
export async function compareWithTruth(
  customer: Customer,
  simulator: Simulator,
  daysAgo: number,
  compared: readonly Level[] = Object.keys(levels) as Level[],
): Promise<{ cells: number; differences: string[] }> {
  const found = { cells: 0, differences: [] as string[] };
  for (const application of (await customer.session()).applications) {
    for (const organization of application.asaOrganizations) {
      const day = addDays(dayInZone(Date.now(), organization.time_zone), -daysAgo);
      const scope = {
        application_id: application.id,
        asa_organization_id: organization.organization_id,
        from: day,
        to: day,
      };
      for (const level of compared) {
        const truth = await simulator.truth({
          app: application.adam_id,
          org: organization.organization_id,
          day,
          level,
        });
        for (const claim of claims) {
          const shown = await rowsOf(customer, level, { ...scope, claim_type: claim }, truth);
          compareRows(`${organization.organization_id} ${day} ${level} ${claim}`, truth, shown, claim, found);
        }
      }
    }
  }
  return found;
}

const keyOf = (row: { id: number; campaign_id?: unknown; ad_group_id?: unknown }, level: Level): string =>
  level === 'keyword' ? `${row.ad_group_id}/${row.id}` : String(row.id);

async function rowsOf(
  customer: Customer,
  level: Level,
  params: Record<string, string | number>,
  truth: readonly TruthRow[],
): Promise<Map<string, ReportRow>> {
  const parents = new Map<string, Record<string, number>>();
  for (const row of truth) {
    const own: Record<string, number> = {};
    if (level !== 'campaign' && row.campaign_id !== null) own.campaign_id = row.campaign_id;
    if (level === 'keyword' && row.ad_group_id !== null) own.ad_group_id = row.ad_group_id;
    parents.set(JSON.stringify(own), own);
  }
  const rows = new Map<string, ReportRow>();
  for (const own of parents.values()) {
    const report = await customer.report(levels[level], { ...params, ...own });
    for (const row of report.rows) rows.set(keyOf({ ...row, ...own, id: row.id }, level), row);
  }
  return rows;
}

function compareRows(
  where: string,
  truth: readonly TruthRow[],
  shown: ReadonlyMap<string, ReportRow>,
  claim: (typeof claims)[number],
  found: { cells: number; differences: string[] },
): void {
  const level = where.split(' ')[2] as Level;
  for (const row of truth) {
    const { impressions, taps, spend_app_currency: spend } = row;
    const expected = { impressions, taps, spend, ...row.claims[claim] };
    const key = keyOf(row, level);
    if (Object.values(expected).every((value) => value === 0) && !shown.has(key)) continue;
    for (const [column, value] of Object.entries(expected)) {
      const cell = shown.get(key)?.[column];
      found.cells += 1;
      // To the cent: half of one, because both sides add up unrounded amounts.
      if (typeof cell !== 'number' || Math.abs(cell - value) > 0.005) {
        found.differences.push(`${where} ${key} ${column}: shown ${String(cell)}, truth ${value}`);
      }
    }
  }
}
