import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LineMoment, SubscriptionLine } from '@tapwise/domain';

const dayMs = 86_400_000;
const folder = join(import.meta.dirname, '../reference-data/ltv/sim-app-0');

/** Day 0 of the simulated application; any instant does. */
const dayZero = Date.UTC(2024, 0, 1);
export const instantOf = (day: number): number => dayZero + Math.round(day * dayMs);

const lengths = {
  weekly: { period_days: 7, intro_hours: 72, price: 4.99 },
  monthly: { period_days: 30.4375, intro_hours: 168, price: 9.99 },
  annual: { period_days: 365.25, intro_hours: 168, price: 49.99 },
} as const;
export type SimProduct = keyof typeof lengths;
export const simProduct = (name: SimProduct) => lengths[name];

/** A subscription of the simulated application: its line, the keyword that brought it, and what it has paid. */
export interface SimSubscription {
  readonly id: string;
  readonly keyword: string;
  readonly product: SimProduct;
  readonly startDay: number;
  readonly line: SubscriptionLine;
  readonly received: number;
}

interface SimEvent {
  readonly day: number;
  readonly event: string;
  readonly charge: number;
  readonly proceeds: number;
}

function isProduct(name: string): name is SimProduct {
  return name in lengths;
}

/** Reads the application's log up to the cut-off. */
export function readSimApp(): SimSubscription[] {
  const bySubscription = new Map<
    string,
    { keyword: string; country: string; product: SimProduct; events: SimEvent[] }
  >();
  for (const row of rowsOf('events_until_cutoff.csv')) {
    const [id = '', keyword = '', country = '', product = '', day, event = '', charge, proceeds] = row;
    if (!isProduct(product)) throw new Error(`Unknown product ${product}`);
    const subscription = bySubscription.get(id) ?? { keyword, country, product, events: [] };
    subscription.events.push({ day: Number(day), event, charge: Number(charge), proceeds: Number(proceeds) });
    bySubscription.set(id, subscription);
  }
  return [...bySubscription].map(([id, { keyword, country, product, events }]) => {
    const startDay = events[0]?.day ?? 0;
    const started_at = instantOf(startDay);
    const intro = { started_at, expires_at: started_at + lengths[product].intro_hours * 3_600_000 };
    const moments = momentsOf(events, product, intro.expires_at);
    const received = events.reduce((sum, event) => sum + event.proceeds, 0);
    const line = { product_id: product, country, started_at, intro, moments, left_at: null };
    return { id, keyword, product, startDay, line, received };
  });
}

function momentsOf(events: readonly SimEvent[], product: SimProduct, introEnds: number): LineMoment[] {
  const periodMs = lengths[product].period_days * dayMs;
  const moments: LineMoment[] = [];
  let due = introEnds;
  let failed = false;
  for (const { day, event, charge } of events) {
    const at = instantOf(day);
    if (event === 'subscription_charge') {
      const due_at = Math.min(due, at);
      due = due_at + periodMs;
      moments.push({ kind: 'charge', at, due_at, paid_until: due });
      failed = false;
    } else if (event === 'billing_issue') {
      moments.push({ kind: 'payment_failed', at });
      failed = true;
    } else if (event === 'refund') moments.push({ kind: 'refund', at, charge });
    else if (event.endsWith('_cancelation')) moments.push({ kind: failed ? 'expired' : 'renewal_off', at });
  }
  return moments;
}

/** Net proceeds per subscription until the cut-off, 90 and 365 days later. */
export function readSimTruth(): Map<string, { cutoff: number; plus90: number; plus365: number }> {
  return new Map(
    rowsOf('truth.csv').map(([id = '', , cutoff, plus90, plus365]) => [
      id,
      { cutoff: Number(cutoff), plus90: Number(plus90), plus365: Number(plus365) },
    ]),
  );
}

function rowsOf(file: string): string[][] {
  const [, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  return lines.map((line) => line.trim().split(','));
}
