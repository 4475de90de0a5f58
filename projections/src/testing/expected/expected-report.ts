import { downloadsOfFigure, type Figure } from '../figure-events.ts';
import { dayMs, type Payment, type Person, storefronts } from '../random/random-people.ts';
import { type World, worldNow } from '../random/random-world.ts';
import { type Cells, type Counts, cellsOf, keywordCells, noCounts, sumCounts } from './expected-cells.ts';
import { expectedShares } from './expected-shares.ts';
import { expectedRemaining } from './expected-value.ts';
import type { RequestedReport } from './requested-report.ts';

/** What a row must say; computed from what happened, with no event, no table and no catalogue of columns. */
export interface Expected {
  counts: Counts;
  cells: Cells;
  products: Record<string, Record<string, number | null>>;
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
export function chosen(world: World, request: RequestedReport): { people: Person[]; figures: Figure[] } {
  const inRange = (day: string) => day >= request.from && day <= request.to;
  const here = (country: string) => request.countries === null || request.countries.includes(country);
  const within = (campaignId: number | string, adGroupId: number) =>
    (request.campaignIds === null || request.campaignIds.includes(Number(campaignId))) &&
    (request.adGroupId === null || request.adGroupId === adGroupId);
  return {
    people: world.people.filter(
      (person) =>
        typeof person.campaignId === 'number' &&
        inRange(installDay(person, request.timeZone)) &&
        (request.claimType === 'total' || request.claimType === person.claim) &&
        here(person.country) &&
        within(person.campaignId, person.adGroupId),
    ),
    figures: world.figures.filter(
      (figure) => inRange(figure.day) && here(figure.country) && within(figure.campaignId, figure.adGroupId),
    ),
  };
}

/** People of the range whom no campaign brought, or of whom it is not known. */
export function unattributed(world: World, request: RequestedReport, kind: 'organic' | 'pending'): Person[] {
  return world.people.filter((person) => {
    const day = installDay(person, request.timeZone);
    return person.campaignId === kind && day >= request.from && day <= request.to;
  });
}

export function installDay({ firstLaunchAt }: Pick<Person, 'firstLaunchAt'>, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(firstLaunchAt));
}

/**
 * The share of their first thirty days' income that people had brought at 0 … 30 days of age, of all who have lived so long
 * whatever brought them; none for fewer than fifty who paid.
 */
function maturityByAge(world: World, request: RequestedReport): number[] | null {
  const now = Date.parse(worldNow);
  const rated = (payment: Payment) =>
    net({ ...payment, at: worldNow }, world, { smallBusiness: request.smallBusiness, currency: request.currency }) ?? 0;
  const lived = world.people.filter(
    (person) => person.campaignId !== 'unknown' && Date.parse(person.firstLaunchAt) <= now - 30 * dayMs,
  );
  const paid = lived.flatMap((person) =>
    person.purchases
      .flatMap((purchase) => purchase.payments)
      .map((payment) => ({
        person,
        payment,
        days: (Date.parse(payment.at) - Date.parse(person.firstLaunchAt)) / dayMs,
      }))
      .filter(({ days }) => days < 30),
  );
  const payers = new Set(paid.filter(({ payment }) => !payment.refunded).map(({ person }) => person.id));
  if (payers.size < 50) return null;
  const whole = total(paid.map(({ payment }) => rated(payment)));
  return Array.from({ length: 31 }, (_, age) => {
    const before = paid.filter(({ days }) => Math.floor(days) < age);
    return Math.min(1, total(before.map(({ payment }) => rated(payment))) / whole);
  });
}

/** The mean of it over people at their present ages. */
export function expectedMaturity(world: World, request: RequestedReport, people: readonly Person[]): number | null {
  const shares = people.length === 0 ? null : maturityByAge(world, request);
  if (shares === null) return null;
  const ages = people.map((person) => Math.floor((Date.parse(worldNow) - Date.parse(person.firstLaunchAt)) / dayMs));
  return total(ages.map((age) => shares[Math.min(30, age)] ?? Number.NaN)) / people.length;
}

/** A row of what was picked. */
export function expectedRow(world: World, request: RequestedReport, picked: Picked): Expected {
  const counts = countsOf(world, request, picked);
  return {
    counts,
    ...rowOfCounts(counts, request, picked.keywords.length > 0),
    products: productsOf(world, request, picked.people),
  };
}

/** The totals of rows. */
export function expectedTotals(
  rows: readonly Expected[],
  request: RequestedReport,
  ofKeywords: boolean,
): Pick<Expected, 'cells' | 'products'> {
  return {
    ...rowOfCounts(sumCounts(rows.map((row) => row.counts)), request, ofKeywords),
    products: sumProducts(rows.map((row) => row.products)),
  };
}

/** Products of several rows together; what no row knows stays unknown. */
export function sumProducts(rows: readonly Expected['products'][]): Expected['products'] {
  const sums: Expected['products'] = {};
  for (const [product, cells] of rows.flatMap((row) => Object.entries(row))) {
    const productSums = sums[product] ?? {};
    sums[product] = productSums;
    for (const [name, value] of Object.entries(cells)) {
      const sum = productSums[name] ?? null;
      productSums[name] = sum === null || value === null ? (sum ?? value) : sum + value;
    }
  }
  return sums;
}

function rowOfCounts(counts: Counts, request: RequestedReport, ofKeywords: boolean): { cells: Cells } {
  const isWeek = Date.parse(request.to) - Date.parse(request.from) === 6 * 86_400_000;
  return { cells: { ...cellsOf(counts, request.claimType), ...(ofKeywords ? keywordCells(counts, isWeek) : {}) } };
}

/** Where the counts of a row have what a figure says of downloads. */
export const downloadCounts = {
  tapNewDownloads: 'tap_new_downloads',
  viewNewDownloads: 'view_new_downloads',
  tapRedownloads: 'tap_redownloads',
  viewRedownloads: 'view_redownloads',
  tapPreOrders: 'tap_pre_orders',
  viewPreOrders: 'view_pre_orders',
} as const;

function countsOf(world: World, request: RequestedReport, { people, figures, keywords, adsUnknown }: Picked): Counts {
  const bought = people.flatMap((person) => person.purchases.map((purchase) => ({ person, purchase })));
  const income = incomeOf(
    bought.flatMap(({ purchase }) => purchase.payments),
    world,
    request,
  );
  const remains = total(bought.map(({ person, purchase }) => remaining(world, request, person, purchase)));
  const subscriptions = bought.filter(({ purchase }) => purchase.kind === 'subscription');
  const converted = subscriptions.filter(({ purchase }) => purchase.payments.length > 0);
  const ads = (of: (figure: Figure) => number): number | null => (adsUnknown ? null : total(figures.map(of)));
  return {
    ...noCounts,
    impressions: ads((figure) => figure.impressions),
    taps: ads((figure) => figure.taps),
    tapInstalls: ads((figure) => figure.tapInstalls),
    viewInstalls: ads((figure) => figure.viewInstalls),
    ...(Object.fromEntries(
      Object.entries(downloadCounts).map(([count, name]) => [count, ads((figure) => downloadsOfFigure(figure)[name])]),
    ) as Pick<Counts, keyof typeof downloadCounts>),
    spend: ads(
      (figure) => (figure.spendMicros / 1e6) * (rateOn('EUR', figure.day, world, request.currency) ?? Number.NaN),
    ),
    firstLaunches: people.length,
    trials: subscriptions.filter(({ purchase }) => purchase.hadTrial).length,
    trialConversions: converted.filter(({ purchase }) => purchase.hadTrial).length,
    conversions: converted.length,
    refunded: converted.filter(({ purchase }) => purchase.status === 'refunded').length,
    income,
    predicted: income + remains,
    ...expectedShares(world, request, keywords),
  };
}

function productsOf(world: World, request: RequestedReport, people: readonly Person[]): Expected['products'] {
  const purchases = people.flatMap((person) => person.purchases.map((purchase) => ({ person, purchase })));
  const products: Expected['products'] = {};
  for (const product of new Set(purchases.map(({ purchase }) => purchase.product))) {
    const productPurchases = purchases.filter(({ purchase }) => purchase.product === product);
    const income = incomeOf(
      productPurchases.flatMap(({ purchase }) => purchase.payments),
      world,
      request,
    );
    const remains = total(productPurchases.map(({ person, purchase }) => remaining(world, request, person, purchase)));
    const states = Object.fromEntries(
      productStates.map((state) => [
        state,
        productPurchases.filter(({ purchase }) => purchase.status === state).length,
      ]),
    );
    const predicted_income = income + remains;
    products[product] = { count: productPurchases.length, ...states, current_income: income, predicted_income };
  }
  return products;
}

const productStates = ['trial', 'trial_canceled', 'billing_issues', 'active', 'canceled', 'refunded'] as const;

function remaining(
  world: World,
  request: RequestedReport,
  person: Person,
  purchase: Person['purchases'][number],
): number {
  // Thousands of rows ask for the same few purchases.
  const key = request.smallBusiness ? 'reduced' : 'standard';
  const cached = valued.get(purchase) ?? {};
  valued.set(purchase, cached);
  cached[key] ??= expectedRemaining(world, person, purchase, request.smallBusiness);
  const { amount, currency } = cached[key];
  return (amount / 1e6) * (rateOn(currency, worldNow.slice(0, 10), world, request.currency) ?? 0);
}

type Remaining = ReturnType<typeof expectedRemaining>;
const valued = new WeakMap<Person['purchases'][number], { reduced?: Remaining; standard?: Remaining }>();

/** What is known of what payments brought. */
function incomeOf(payments: readonly Payment[], world: World, request: RequestedReport): number {
  return total(payments.flatMap((payment) => net(payment, world, request) ?? []));
}

/** What a payment brought: whole micros are left after tax, fee and refund; nothing is nothing in every currency. */
export function net(
  payment: Payment,
  world: World,
  request: Pick<RequestedReport, 'smallBusiness' | 'currency'>,
): number | null {
  if (payment.refunded) return 0;
  const { tax, currency } = storefronts[payment.storefront];
  const kept = Math.round((payment.micros / (1 + tax)) * (request.smallBusiness ? 0.85 : 0.7));
  const rate = rateOn(currency, payment.at.slice(0, 10), world, request.currency);
  return rate === null ? null : (kept / 1e6) * rate;
}

/** Units of the answer's currency for one unit of the other, on a day or the last published one before it. */
export function rateOn(from: string, day: string, world: World, to: string): number | null {
  const days = [...world.rates.keys()].sort();
  const published = days.findLast((candidate) => candidate <= day) ?? days[0] ?? '';
  const perEuro: Partial<Record<string, number>> = { ...world.rates.get(published), EUR: 1 };
  const fromRate = perEuro[from];
  const wanted = perEuro[to];
  if (from === to) return 1;
  return fromRate === undefined || wanted === undefined ? null : wanted / fromRate;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
