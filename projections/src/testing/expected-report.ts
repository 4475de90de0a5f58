import { type Cells, type Counts, cellsOf, keywordCells, noCounts, sumCounts } from './expected-cells.ts';
import { expectedShares } from './expected-shares.ts';
import { expectedRemaining } from './expected-value.ts';
import { type Figure, type Payment, type Person, storefronts, type World, worldNow } from './random-world.ts';

/** What is asked of a world, in plain words. */
export interface Asked {
  from: string;
  to: string;
  countries: readonly string[] | null;
  claimType: 'click' | 'view' | 'total';
  timeZone: string;
  currency: string;
  smallBusiness: boolean;
  campaignIds: readonly number[] | null;
  adGroupId: number | null;
}

/** What a row must say; computed from what happened, with no event, no table and no catalogue of columns. */
export interface Expected {
  counts: Counts;
  cells: Cells;
  products: Record<string, Record<string, number>>;
}

/** Picks the people and figures of one row. */
export interface Picked {
  people: readonly Person[];
  figures: readonly Figure[];
  /** Keywords whose shares the row adds up; none at other levels. */
  keywords: readonly number[];
  adsUnknown: boolean;
}

/** People of a question who came by a campaign, and figures of its range. */
export function chosen(world: World, asked: Asked): { people: Person[]; figures: Figure[] } {
  const inRange = (day: string) => day >= asked.from && day <= asked.to;
  const here = (country: string) => asked.countries === null || asked.countries.includes(country);
  const within = (campaignId: number | string, adGroupId: number) =>
    (asked.campaignIds === null || asked.campaignIds.includes(Number(campaignId))) &&
    (asked.adGroupId === null || asked.adGroupId === adGroupId);
  return {
    people: world.people.filter(
      (one) =>
        typeof one.campaignId === 'number' &&
        inRange(installDay(one, asked.timeZone)) &&
        (asked.claimType === 'total' || asked.claimType === one.claim) &&
        here(one.country) &&
        within(one.campaignId, one.adGroupId),
    ),
    figures: world.figures.filter(
      (one) => inRange(one.day) && here(one.country) && within(one.campaignId, one.adGroupId),
    ),
  };
}

/** People of the range whom no campaign brought, or of whom it is not known. */
export function unattributed(world: World, asked: Asked, kind: 'organic' | 'pending'): Person[] {
  return world.people.filter((one) => {
    const day = installDay(one, asked.timeZone);
    return one.campaignId === kind && day >= asked.from && day <= asked.to;
  });
}

export function installDay({ firstLaunchAt }: Person, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(firstLaunchAt));
}

/** A row of what was picked. */
export function expectedRow(world: World, asked: Asked, picked: Picked): Expected {
  const counts = countsOf(world, asked, picked);
  return {
    counts,
    ...rowOfCounts(counts, asked, picked.keywords.length > 0),
    products: productsOf(world, asked, picked.people),
  };
}

/** The totals of rows. */
export function expectedTotals(rows: readonly Expected[], asked: Asked, ofKeywords: boolean): { cells: Cells } {
  return rowOfCounts(sumCounts(rows.map((row) => row.counts)), asked, ofKeywords);
}

function rowOfCounts(counts: Counts, asked: Asked, ofKeywords: boolean): { cells: Cells } {
  const isWeek = Date.parse(asked.to) - Date.parse(asked.from) === 6 * 86_400_000;
  return { cells: { ...cellsOf(counts, asked.claimType), ...(ofKeywords ? keywordCells(counts, isWeek) : {}) } };
}

function countsOf(world: World, asked: Asked, { people, figures, keywords, adsUnknown }: Picked): Counts {
  const bought = people.flatMap((person) => person.purchases.map((purchase) => ({ person, purchase })));
  const subscriptions = bought.filter(({ purchase }) => purchase.kind === 'subscription');
  const converted = subscriptions.filter(({ purchase }) => purchase.payments.length > 0);
  const ads = (of: (figure: Figure) => number): number | null => (adsUnknown ? null : total(figures.map(of)));
  return {
    ...noCounts,
    impressions: ads((one) => one.impressions),
    taps: ads((one) => one.taps),
    tapInstalls: ads((one) => one.tapInstalls),
    viewInstalls: ads((one) => one.viewInstalls),
    spend: ads((one) => (one.spendMicros / 1e6) * worth('EUR', one.day, world, asked.currency)),
    firstLaunches: people.length,
    trials: subscriptions.filter(({ purchase }) => purchase.hadTrial).length,
    trialConversions: converted.filter(({ purchase }) => purchase.hadTrial).length,
    conversions: converted.length,
    refunded: converted.filter(({ purchase }) => purchase.status === 'refunded').length,
    income: total(bought.flatMap(({ purchase }) => purchase.payments).map((payment) => net(payment, world, asked))),
    remaining: total(bought.map(({ person, purchase }) => remaining(world, asked, person, purchase))),
    ...expectedShares(world, asked, keywords),
  };
}

function productsOf(world: World, asked: Asked, people: readonly Person[]): Expected['products'] {
  const products: Expected['products'] = {};
  for (const person of people) {
    for (const purchase of person.purchases) {
      const cells = products[purchase.product] ?? { ...noProduct };
      products[purchase.product] = cells;
      const income = total(purchase.payments.map((payment) => net(payment, world, asked)));
      cells.count = (cells.count ?? 0) + 1;
      cells[purchase.status] = (cells[purchase.status] ?? 0) + 1;
      cells.current_income = (cells.current_income ?? 0) + income;
      cells.predicted_income = (cells.predicted_income ?? 0) + income + remaining(world, asked, person, purchase);
    }
  }
  return products;
}

const noProduct = {
  ...{ count: 0, trial: 0, trial_canceled: 0, billing_issues: 0, active: 0, canceled: 0, refunded: 0 },
  ...{ current_income: 0, predicted_income: 0 },
};

function remaining(world: World, asked: Asked, person: Person, purchase: Person['purchases'][number]): number {
  const { amount, currency } = expectedRemaining(world, person, purchase, asked.smallBusiness);
  return (amount / 1e6) * worth(currency, worldNow.slice(0, 10), world, asked.currency);
}

/** What a payment brought: whole micros are left after tax, fee and refund. */
function net(payment: Payment, world: World, asked: Asked): number {
  const { tax, currency } = storefronts[payment.storefront];
  const kept = Math.round((payment.micros / (1 + tax)) * (asked.smallBusiness ? 0.85 : 0.7));
  return payment.refunded ? 0 : (kept / 1e6) * worth(currency, payment.at.slice(0, 10), world, asked.currency);
}

/** Units of the answer's currency for one unit of the other, on a day or the last published one before it. */
export function worth(from: string, day: string, world: World, to: string): number {
  const days = [...world.rates.keys()].sort();
  const published = days.findLast((one) => one <= day) ?? days[0] ?? '';
  const perEuro = { ...world.rates.get(published), EUR: 1 } as Record<string, number>;
  return from === to ? 1 : (perEuro[to] ?? Number.NaN) / (perEuro[from] ?? Number.NaN);
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
