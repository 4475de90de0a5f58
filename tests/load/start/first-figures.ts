import { setTimeout as pause } from 'node:timers/promises';
import { historyResponseSchema } from '@tapwise/contract';
import { addDays, dayInZone, daysBetween } from '@tapwise/domain';
import { z } from 'zod';
import type { Customer } from '../../support/people/customer.ts';

/** Seconds from the printed address; `undefined` for what took longer than the bound. */
export interface Moments {
  readonly firstFigures: number | undefined;
  readonly lastThirtyDays: number | undefined;
  readonly allHistory: number | undefined;
}

const seriesSchema = z.object({
  items: z.array(z.object({ granularity: z.array(z.object({ date: z.string(), spend: z.number().nullable() })) })),
});
/** Each question takes processor time from what it waits for. */
const everyMs = 1000;

async function scopeOf(customer: Customer) {
  const [application] = (await customer.session()).applications;
  const organization = application?.asaOrganizations[0];
  if (application === undefined || organization === undefined) return undefined;
  const today = dayInZone(Date.now(), organization.time_zone);
  const ids = { application_id: application.id, asa_organization_id: organization.organization_id };
  return { application, today, last30: { ...ids, from: addDays(today, -29), to: today } };
}

async function haveFigures(customer: Customer): Promise<boolean> {
  const scope = await scopeOf(customer);
  if (scope === undefined) return false;
  const { totals } = await customer.report('campaigns', scope.last30);
  return Number(totals.spend ?? 0) > 0 && Number(totals.first_launches ?? 0) > 0;
}

/** Spend of each of the 30 days, and users from before them, who come newest first. */
async function haveThirtyDays(customer: Customer): Promise<boolean> {
  const scope = await scopeOf(customer);
  const first = scope?.application.first_sdk_event_date;
  if (scope === undefined || first == null || daysBetween(first, scope.last30.from) < 1) return false;
  const response = await customer.ask('/api/asa/campaigns', { ...scope.last30, granularity: 'day' });
  const spent = new Set(
    seriesSchema
      .parse(response)
      .items.flatMap(({ granularity }) => granularity.flatMap(({ date, spend }) => (Number(spend) > 0 ? [date] : []))),
  );
  // Of today nothing may have been spent yet.
  return spent.size >= 29;
}

async function haveAll(customer: Customer): Promise<boolean> {
  const { applications } = historyResponseSchema.parse(await customer.ask('/api/history', {}));
  return applications.length > 0 && applications.every(({ complete }) => complete);
}

async function secondsUntil(
  ask: () => Promise<boolean>,
  since: number,
  boundSeconds: number,
): Promise<number | undefined> {
  while (Date.now() - since < boundSeconds * 1000) {
    if (await ask().catch(() => false)) return (Date.now() - since) / 1000;
    await pause(everyMs);
  }
  return undefined;
}

/** When a report has the first figures of spend and users. */
export function askFirstFigures(customer: Customer, since: number, boundSeconds: number): Promise<number | undefined> {
  return secondsUntil(() => haveFigures(customer), since, boundSeconds);
}

/** When each stage of the past was in, by what the API answers; asked once a second. */
export async function untilAllIn(customer: Customer, since: number, boundSeconds: number): Promise<Moments> {
  const firstFigures = await askFirstFigures(customer, since, boundSeconds);
  const lastThirtyDays = await secondsUntil(() => haveThirtyDays(customer), since, boundSeconds);
  const allHistory = await secondsUntil(() => haveAll(customer), since, boundSeconds);
  return { firstFigures, lastThirtyDays, allHistory };
}
