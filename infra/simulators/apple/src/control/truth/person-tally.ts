import type { Acknowledgements } from '../../app-users/acknowledgements.ts';
import { dayAt } from '../../base/calendar/calendar-days.ts';
import type { Person } from '../../market/people/person.ts';
import {
  isSale,
  isUpgrade,
  type PurchaseStory,
  type StoreEvent,
  type Transaction,
} from '../../market/people/purchase.ts';
import { type Converter, pricedSales } from '../../market/sales/proceeds.ts';

/** What people did, added up. Income is net of tax, store share and refunds, in the application's currency. */
export interface PeopleFigures {
  first_launches: number;
  trials: number;
  conversions: number;
  trial_conversions: number;
  refunded: number;
  current_income: number;
}

export const noPeople = (): PeopleFigures => ({
  first_launches: 0,
  trials: 0,
  conversions: 0,
  trial_conversions: 0,
  refunded: 0,
  current_income: 0,
});

export function addPeople(into: PeopleFigures, from: PeopleFigures): void {
  for (const name of Object.keys(into) as (keyof PeopleFigures)[]) into[name] += from[name];
}

export interface TallySite {
  readonly delivered: Pick<Acknowledgements, 'isEventDelivered'>;
  readonly converter: Converter;
  /** The application's currency. */
  readonly currency: string;
}

/** One person's part in the figures, from the purchases that the product has acknowledged. */
export function tallyPerson(person: Person, story: PurchaseStory | null, site: TallySite): PeopleFigures {
  const tally = { ...noPeople(), first_launches: 1 };
  if (story === null) return tally;
  const delivered = story.events.filter((event) => site.delivered.isEventDelivered(person, event));
  const linked = new Set(delivered.flatMap((event) => (event.kind === 'link' ? [event.transaction.originalId] : [])));
  const lines = new Map<string, StoreEvent[]>();
  for (const event of delivered) {
    if (event.kind === 'link' || event.transaction.ownership === 'FAMILY_SHARED') continue;
    const { originalId } = event.transaction;
    if (!story.tagged && !linked.has(originalId)) continue;
    lines.set(originalId, [...(lines.get(originalId) ?? []), event]);
  }
  for (const events of lines.values()) addPeople(tally, tallyLine(events, site));
  return tally;
}

/** All messages about one subscription, or about one single purchase. */
function tallyLine(events: readonly StoreEvent[], site: TallySite): PeopleFigures {
  const sales = events.filter((event) => isSale(event)).map((event) => event.transaction);
  const charges = sales.filter((sale) => sale.offer === null && sale.product.period !== null);
  const hasIntroduction = sales.some((sale) => sale.offer !== null);
  const takenBack = refundShares(events);
  const unused = unusedShares(events, sales);
  return {
    first_launches: 0,
    trials: hasIntroduction ? 1 : 0,
    conversions: charges.length > 0 ? 1 : 0,
    trial_conversions: hasIntroduction && charges.length > 0 ? 1 : 0,
    refunded: charges.some((charge) => takenBack.has(charge.id)) ? 1 : 0,
    current_income: incomeOf(sales, new Map([...unused, ...takenBack]), site),
  };
}

/** Share of each sale that was given back and not reclaimed, by transaction. */
function refundShares(events: readonly StoreEvent[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const event of [...events].sort((left, right) => left.at - right.at)) {
    const { percentage } = event.revocation ?? { percentage: null };
    if (event.type === 'REFUND') shares.set(event.transaction.id, percentage === null ? 1 : percentage / 100_000);
    if (event.type === 'REFUND_REVERSED') shares.delete(event.transaction.id);
  }
  return shares;
}

/** Share of the period of each sale that an upgrade left unused: the store gives it back without a message. */
function unusedShares(events: readonly StoreEvent[], sales: readonly Transaction[]): ReadonlyMap<string, number> {
  const inOrder = sales.toSorted((left, right) => left.purchasedAt - right.purchasedAt);
  const upgrades = new Set(events.filter(isUpgrade).map(({ transaction }) => transaction.id));
  const shares = inOrder.flatMap((sale, index): [string, number][] => {
    const next = inOrder[index + 1];
    if (next === undefined || sale.expiresAt === null || !upgrades.has(next.id)) return [];
    const unused = (sale.expiresAt - next.purchasedAt) / (sale.expiresAt - sale.purchasedAt);
    return unused > 0 ? [[sale.id, Math.min(1, unused)]] : [];
  });
  return new Map(shares);
}

function incomeOf(sales: readonly Transaction[], takenBack: ReadonlyMap<string, number>, site: TallySite): number {
  let income = 0;
  for (const { sale, proceeds } of pricedSales(sales)) {
    const net = proceeds * (1 - (takenBack.get(sale.id) ?? 0));
    income += site.converter.convert(net, sale.currency, site.currency, dayAt('UTC', sale.purchasedAt));
  }
  return income;
}
