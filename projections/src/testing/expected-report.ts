import type { ReportQuestion } from '../reports/report.ts';
import { type Figure, type Payment, type Person, storefronts, type World } from './random-world.ts';

/** What a row must say; computed from what happened, with no event, no table and no catalogue of columns. */
export interface ExpectedRow {
  id: number;
  impressions: number | null;
  taps: number | null;
  installs: number | null;
  spend: number | null;
  first_launches: number;
  trials: number;
  conversions: number;
  current_income: number;
  ttr: number | null;
  cpt: number | null;
  launch_rate: number | null;
  trial_to_conversion: number | null;
  refund_rate: number | null;
  current_result: number | null;
  current_roas: number | null;
  products: Record<string, Record<string, number>>;
}

type Level = 'campaign' | 'ad_group' | 'keyword';

/** The rows of a report, by id. */
export function expectedRows(world: World, level: Level, question: ReportQuestion): ExpectedRow[] {
  const people = world.people.filter((person) => isInRange(person, question) && belongs(person, level, question));
  const seen = world.figures.filter((figure) => figureBelongs(figure, level, question));
  const ids = new Set([
    ...structureIds(level, question),
    ...people.map((one) => personId(one, level)),
    ...seen.map((one) => figureId(one, level)),
  ]);
  return [...ids]
    .sort((a, b) => a - b)
    .map((id) =>
      rowOf(
        id,
        level,
        people.filter((one) => personId(one, level) === id),
        seen.filter((one) => figureId(one, level) === id),
        { world, question },
      ),
    );
}

function structureIds(level: Level, { campaignId = 0, adGroupId = 0, countries, status }: ReportQuestion): number[] {
  if (level === 'campaign') return [1, 2, ...(countries === null && status === 'all' ? [0, -1] : [])];
  if (campaignId > 2) return [];
  if (level === 'ad_group') return [campaignId * 10, campaignId * 10 + 1];
  const searchMatch = adGroupId % 10 === 0 ? [0] : [];
  return [adGroupId * 10, adGroupId * 10 + 1, ...searchMatch];
}

function isInRange({ firstLaunchAt }: Person, { from, to, scope }: ReportQuestion): boolean {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: scope.timeZone }).format(new Date(firstLaunchAt));
  return day >= from && day <= to;
}

function belongs(person: Person, level: Level, question: ReportQuestion): boolean {
  if (typeof person.campaignId !== 'number') return level === 'campaign' && question.countries === null;
  if (question.claimType !== 'total' && question.claimType !== person.claim) return false;
  if (question.countries !== null && !question.countries.includes(person.country)) return false;
  if (level !== 'campaign' && person.campaignId !== question.campaignId) return false;
  return level !== 'keyword' || person.adGroupId === question.adGroupId;
}

function figureBelongs(figure: Figure, level: Level, question: ReportQuestion): boolean {
  if (figure.day < question.from || figure.day > question.to) return false;
  if (question.countries !== null && !question.countries.includes(figure.country)) return false;
  if (level !== 'campaign' && figure.campaignId !== question.campaignId) return false;
  return level !== 'keyword' || figure.adGroupId === question.adGroupId;
}

function personId({ campaignId, adGroupId, keywordId }: Person, level: Level): number {
  if (campaignId === 'organic') return 0;
  if (campaignId === 'pending') return -1;
  return level === 'campaign' ? campaignId : level === 'ad_group' ? adGroupId : (keywordId ?? 0);
}

function figureId({ campaignId, adGroupId, keywordId }: Figure, level: Level): number {
  return level === 'campaign' ? campaignId : level === 'ad_group' ? adGroupId : (keywordId ?? 0);
}

function rowOf(
  id: number,
  level: Level,
  people: readonly Person[],
  seen: readonly Figure[],
  { world, question }: { world: World; question: ReportQuestion },
): ExpectedRow {
  const bought = people.flatMap((person) => person.purchases);
  const subscriptions = bought.filter((one) => one.kind === 'subscription');
  const converted = subscriptions.filter((one) => one.payments.length > 0);
  const trials = subscriptions.filter((one) => one.hadTrial).length;
  const income = total(bought.flatMap((one) => one.payments).map((payment) => net(payment, world, question)));
  // The third campaign was never shown by the ad service: what it cost is not known.
  const neverShown = (level === 'campaign' ? id : (question.campaignId ?? 0)) === 3 && seen.length === 0;
  const withoutAds = neverShown || (level === 'campaign' && id <= 0);
  const ads = (of: (figure: Figure) => number): number | null => (withoutAds ? null : total(seen.map(of)));
  const [impressions, taps] = [ads((one) => one.impressions), ads((one) => one.taps)];
  const spend = ads((one) => (one.spendMicros / 1e6) * worth('EUR', one.day, world, question.scope.currency));
  const installs = ads((one) =>
    question.claimType === 'click'
      ? one.tapInstalls
      : question.claimType === 'view'
        ? one.viewInstalls
        : one.tapInstalls + one.viewInstalls,
  );
  return {
    ...{ id, impressions, taps, installs, spend, first_launches: people.length, trials },
    ...{ conversions: converted.length, current_income: income },
    ttr: over(taps, impressions),
    cpt: over(spend, taps),
    launch_rate: over(people.length, installs),
    trial_to_conversion: over(converted.filter((one) => one.hadTrial).length, trials),
    refund_rate: over(converted.filter((one) => one.status === 'refunded').length, converted.length),
    current_result: spend === null ? null : income - spend,
    current_roas: over(income, spend),
    products: productsOf(bought, world, question),
  };
}

function productsOf(bought: Person['purchases'], world: World, question: ReportQuestion): ExpectedRow['products'] {
  const products: ExpectedRow['products'] = {};
  for (const one of bought) {
    products[one.product] ??= {
      ...{
        count: 0,
        trial: 0,
        trial_canceled: 0,
        billing_issues: 0,
        active: 0,
        canceled: 0,
        refunded: 0,
        current_income: 0,
      },
    };
    const product = products[one.product] ?? {};
    product.count = (product.count ?? 0) + 1;
    product[one.status] = (product[one.status] ?? 0) + 1;
    product.current_income =
      (product.current_income ?? 0) + total(one.payments.map((payment) => net(payment, world, question)));
  }
  return products;
}

function net(payment: Payment, world: World, { scope }: ReportQuestion): number {
  const { tax, currency } = storefronts[payment.storefront];
  const kept = payment.refunded ? 0 : (payment.micros / 1e6 / (1 + tax)) * (scope.smallBusiness ? 0.85 : 0.7);
  return kept * worth(currency, payment.at.slice(0, 10), world, scope.currency);
}

/** Units of the answer's currency for one unit of the other, on a day or the last published one before it. */
function worth(from: string, day: string, world: World, to: string): number {
  const days = [...world.rates.keys()].sort();
  const published = days.findLast((one) => one <= day) ?? days[0] ?? '';
  const perEuro = { ...world.rates.get(published), EUR: 1 } as Record<string, number>;
  return from === to ? 1 : (perEuro[to] ?? Number.NaN) / (perEuro[from] ?? Number.NaN);
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const over = (numerator: number | null, denominator: number | null): number | null =>
  numerator === null || denominator === null || denominator === 0 ? null : numerator / denominator;
