import type { ReportRow } from '@tapwise/contract';
import { addDays, dayInZone } from '@tapwise/domain';
import { z } from 'zod';
import type { Customer } from '../people/customer.ts';
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
  posted_notifications: z.number(),
  posted_links: z.number(),
});

const causedSchema = z.object({ posted: z.boolean() });

const claims = ['click', 'view', 'total'] as const;
type Claim = (typeof claims)[number];
/** Keywords are asked for in one question; the rows of the ad groups would take hundreds. */
const levels = { campaign: 'campaigns', ad_group: 'adgroups', keyword: 'all_campaigns_keywords' } as const;
type Level = keyof typeof levels;

/** The simulator as a test sees it. */
export interface Simulator {
  status(): Promise<z.infer<typeof statusSchema>>;
  pause(paused: boolean): Promise<void>;
  /** From now on the attribution service knows every token it is asked about. */
  attributeEveryToken(): Promise<void>;
  /**
   * Makes a user of a campaign start a trial now.
   * @returns whether the product has acknowledged it within ten seconds. @throws Error for a campaign without traffic.
   */
  causeTrial(campaignId: number): Promise<boolean>;
  truth(question: { app: number; org: number; day: string; level: Level }): Promise<TruthRow[]>;
}

export function simulatorAt(url: string): Simulator {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  const post = async (path: string, wanted: object): Promise<unknown> => {
    const body = JSON.stringify(wanted);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    const result: unknown = await response.json();
    if (!response.ok) throw new Error(`The simulator refused ${body}: ${JSON.stringify(result)}`);
    return result;
  };
  return {
    status: async () => statusSchema.parse(await get('/truth/status')),
    pause: async (pause) => void (await post('/control', { pause })),
    attributeEveryToken: async () => void (await post('/faults', { unknown_first_call_share: 0 })),
    causeTrial: async (campaign) => causedSchema.parse(await post('/control', { cause: 'trial', campaign })).posted,
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
  const result = { cells: 0, differences: [] as string[] };
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
        const question = { app: application.adam_id, org: organization.organization_id, day, level };
        const truth = oneRowWithoutKeyword(await simulator.truth(question), level);
        for (const claim of claims) {
          const reportRows = await rowsOf(customer, level, { ...scope, claim_type: claim }, truth);
          compareRows(`${organization.organization_id} ${day} ${level} ${claim}`, truth, reportRows, claim, result);
        }
      }
    }
  }
  return result;
}

/** What came by Search Match is one row over all ad groups where all keywords are asked for. */
function oneRowWithoutKeyword(rows: readonly TruthRow[], level: Level): TruthRow[] {
  const [first, ...others] = level === 'keyword' ? rows.filter(({ id }) => id === 0) : [];
  if (first === undefined) return [...rows];
  return [...rows.filter(({ id }) => id !== 0), others.reduce(sumOf, first)];
}

function sumOf(first: TruthRow, other: TruthRow): TruthRow {
  const people = (claim: Claim) => {
    const entries = Object.entries(first.claims[claim]) as [keyof TruthRow['claims'][Claim], number][];
    return peopleSchema.parse(
      Object.fromEntries(entries.map(([name, count]) => [name, count + other.claims[claim][name]])),
    );
  };
  return {
    ...first,
    impressions: first.impressions + other.impressions,
    taps: first.taps + other.taps,
    spend_app_currency: first.spend_app_currency + other.spend_app_currency,
    claims: { click: people('click'), view: people('view'), total: people('total') },
  };
}

async function rowsOf(
  customer: Customer,
  level: Level,
  params: Record<string, string | number>,
  truth: readonly TruthRow[],
): Promise<Map<number, ReportRow>> {
  const campaignIds = [...new Set(truth.flatMap(({ campaign_id: id }) => (id === null ? [] : [id])))];
  const parents = {
    campaign: [{}],
    ad_group: campaignIds.map((id) => ({ campaign_id: id })),
    keyword: [{ campaign_ids: campaignIds.join(',') }],
  };
  const rows = new Map<number, ReportRow>();
  for (const parent of parents[level]) {
    const report = await customer.report(levels[level], { ...params, ...parent });
    for (const row of report.rows) rows.set(row.id, row);
  }
  return rows;
}

function compareRows(
  where: string,
  truth: readonly TruthRow[],
  reportRows: ReadonlyMap<number, ReportRow>,
  claim: Claim,
  result: { cells: number; differences: string[] },
): void {
  for (const row of truth) {
    const { impressions, taps, spend_app_currency: spend } = row;
    const expected = { impressions, taps, spend, ...row.claims[claim] };
    if (Object.values(expected).every((value) => value === 0) && !reportRows.has(row.id)) continue;
    for (const [column, value] of Object.entries(expected)) {
      const cell = reportRows.get(row.id)?.[column];
      result.cells += 1;
      // To the cent: half of one, because both sides add up unrounded amounts.
      if (typeof cell !== 'number' || Math.abs(cell - value) > 0.005) {
        result.differences.push(`${where} ${row.id} ${column}: shown ${String(cell)}, truth ${value}`);
      }
    }
  }
}
