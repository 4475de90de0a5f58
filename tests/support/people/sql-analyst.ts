import { setTimeout as pause } from 'node:timers/promises';
import { sqlUsersResponseSchema } from '@tapwise/contract';
import { addDays, dayInZone, firstOfMonth } from '@tapwise/domain';
import { type Exchange, exchange } from '../../contract/clickhouse/http-exchange.ts';
import type { Customer } from './customer.ts';

/** Someone who asks the demo's rows in SQL, by the protocol alone. */
export type Analyst = (statement: string) => Promise<Exchange>;

/** The demo's analyst, with the password that Settings shows. */
export async function demoAnalyst(url: string, customer: Customer): Promise<Analyst> {
  const { users } = sqlUsersResponseSchema.parse(await customer.ask('/api/sql_users', {}));
  const sqlUser = users.find(({ password }) => password !== null);
  if (sqlUser === undefined) throw new Error('The demo shows no user of SQL');
  const headers = { 'X-ClickHouse-User': sqlUser.user, 'X-ClickHouse-Key': sqlUser.password ?? '' };
  return (body) => exchange(url, { path: '/clickhouse/', headers, body });
}

/** Outcomes of statements that were asked one after the other. */
export interface SqlTraffic {
  /** Ends it. @returns how many answers were whole, how many failed in words or broke off, and those that looked whole and were not. */
  end(): Promise<{ whole: number; failed: number; wrong: string[] }>;
}

const rows = 200_000;

/**
 * Asks for many rows again and again, so that whatever ends is ended amid an answer.
 * @param everyMs rest between two statements.
 */
export function startSqlTraffic(ask: Analyst, { everyMs = 0 } = {}): SqlTraffic {
  const tally = { whole: 0, failed: 0, wrong: [] as string[] };
  let over = false;
  const running = (async () => {
    while (!over) {
      if (tally.failed > 0 || everyMs > 0) await pause(Math.max(20, everyMs));
      const response = await ask(`SELECT number, toString(number) FROM numbers(${rows}) FORMAT CSV`).catch(
        () => undefined,
      );
      if (response === undefined || response.broken || response.status !== 200) tally.failed += 1;
      else if (response.text.endsWith(`${rows - 1},"${rows - 1}"\n`)) tally.whole += 1;
      else tally.wrong.push(response.text.slice(-200));
    }
  })();
  return {
    end: async () => {
      over = true;
      await running;
      return tally;
    },
  };
}

const compared = ['spend', 'income', 'impressions', 'taps', 'installs'] as const;

/**
 * Compares the totals of campaigns of last month with sums over the views, for every application and ad organization.
 * @returns how many figures are equal to the cent, and what is not.
 */
export async function compareWithViews(
  customer: Customer,
  ask: Analyst,
): Promise<{ figures: number; differences: string[] }> {
  const result = { figures: 0, differences: [] as string[] };
  for (const application of (await customer.session()).applications) {
    for (const { organization_id, time_zone } of application.asaOrganizations) {
      const to = addDays(firstOfMonth(dayInZone(Date.now(), time_zone)), -1);
      const from = firstOfMonth(to);
      const scope = { application_id: application.id, asa_organization_id: organization_id, claim_type: 'total' };
      const { totals } = await customer.report('campaigns', { ...scope, from, to });
      const scopeCondition = `application_id = ${application.id} AND org_id = ${organization_id}`;
      const response = await ask(`SELECT
        (SELECT (sum(spend), sum(impressions), sum(taps), sum(installs)) FROM ads_by_day
          WHERE ${scopeCondition} AND day BETWEEN '${from}' AND '${to}') AS ads,
        (SELECT sum(income) FROM charges
          WHERE ${scopeCondition} AND cohort_day BETWEEN '${from}' AND '${to}' AND install_state = 'attributed') AS income
        FORMAT JSONEachRow`);
      if (response.status !== 200) throw new Error(response.text);
      const { ads, income } = JSON.parse(response.text) as { ads: number[]; income: number };
      const [spend, impressions, taps, installs] = ads;
      const viewed: Record<string, unknown> = { spend, income, impressions, taps, installs };
      const reported: Record<string, unknown> = { ...totals, income: totals.current_income };
      for (const name of compared) {
        result.figures += 1;
        const viewedCents = toCents(viewed[name]);
        const other = toCents(reported[name]);
        if (viewedCents !== other)
          result.differences.push(`${organization_id} ${name}: views ${viewedCents}, campaigns ${other}`);
      }
    }
  }
  return result;
}

const toCents = (amount: unknown): number => Math.round(Number(amount) * 100) / 100;
