import { builtInModel, type ProductModel } from '@tapwise/domain';
import { extraPulled, modelFitted, monthFigures, searchTerms, shares } from '../ads-extra-events.ts';
import { downloadsOfFigure, withoutZeros } from '../figure-events.ts';
import type { StreamEvent } from '../recorded-events.ts';
import type { Random } from './seeded-random.ts';

/** Impressions of one search that was shown an ad of a keyword (0: of an ad group without one). */
export interface Search {
  readonly day: string;
  readonly campaignId: number;
  readonly adGroupId: number;
  readonly keywordId: number;
  readonly text: string;
  readonly country: string;
  readonly impressions: number;
}

/** The share of a search's impressions on one day, between two bounds, and the place among advertisers. */
export interface Share {
  readonly day: string;
  readonly country: string;
  readonly term: string;
  readonly low: number;
  readonly high: number;
  readonly rank: number;
  /** The share of the impressions in all slots; 0 where it is not known. */
  readonly allSlots: number;
}

/** What one campaign did in a month and country. */
export interface MonthFigure {
  readonly month: string;
  readonly country: string;
  readonly impressions: number;
  readonly taps: number;
  readonly tapInstalls: number;
  readonly viewInstalls: number;
  readonly spendMicros: number;
}

/** What the ad service gives beside figures by day, and the models that were fitted. */
export interface Extras {
  readonly searches: readonly Search[];
  readonly shares: readonly Share[];
  readonly months: readonly MonthFigure[];
  /** In the order of their instants; the last one lies in the future. */
  readonly fits: readonly ProductModel[];
}

const countries = ['US', 'DE', 'GB', 'JP'];
const dayOf = (number: number): string => `2026-03-${String(number).padStart(2, '0')}`;
/** Keywords that match exactly are found by their text, others by what people searched for. */
export const isExact = (keywordId: number): boolean => keywordId % 10 === 0;
/** The keywords of the second campaign have the texts of the first one's, written otherwise. */
export const textOf = (keywordId: number): string => `${keywordId < 200 ? 'K' : 'k'}${keywordId % 100}`;
const otherTexts = ['Fast Car', 'car game', 'race'];

export function randomExtras(random: Random): Extras {
  const keywordOf = (): number => (1 + random.upTo(2)) * 100 + random.upTo(2) * 10 + random.upTo(2);
  const searches = Array.from({ length: 160 }, (): Search => {
    const keywordId = keywordOf();
    const adGroupId = Math.floor(keywordId / 10);
    return {
      day: dayOf(1 + random.upTo(20)),
      campaignId: Math.floor(adGroupId / 10),
      adGroupId,
      keywordId: random.next() < 0.2 ? 0 : keywordId,
      text: random.next() < 0.5 ? textOf(keywordId).toLowerCase() : random.pick(otherTexts),
      country: random.pick(countries),
      impressions: 1 + random.upTo(400),
    };
  });
  const terms = [...otherTexts, ...[100, 101, 110, 111, 200, 201, 210, 211].map(textOf)];
  const shareRows = Array.from({ length: 500 }, (): Share => {
    const decile = random.upTo(11);
    return {
      day: dayOf(1 + random.upTo(19)),
      country: random.pick(countries),
      term: random.pick(terms).toLowerCase(),
      low: decile === 0 ? 0 : (decile - 1) / 10 + 0.01,
      high: decile / 10,
      rank: 1 + random.upTo(6),
      allSlots: [0.05, 0, 0.2][decile % 3] ?? 0,
    };
  });
  const months = ['2026-01-01', '2026-02-01'].flatMap((month) =>
    countries.map((country): MonthFigure => {
      const counts = { impressions: random.upTo(9000), taps: random.upTo(900), tapInstalls: random.upTo(300) };
      return { month, country, ...counts, viewInstalls: random.upTo(40), spendMicros: random.upTo(900_000_000) };
    }),
  );
  return {
    searches: lastOfEach(searches, searchKey),
    shares: lastOfEach(shareRows, shareKey),
    months,
    fits: randomFits(random),
  };
}

const searchKey = ({ impressions: _, ...key }: Search): string => JSON.stringify(key);
const shareKey = ({ day, country, term }: Share): string => JSON.stringify([day, country, term]);

function lastOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function randomFits(random: Random): ProductModel[] {
  return ['2026-03-12T00:00:00.000Z', '2026-03-19T00:00:00.000Z', '2026-03-25T00:00:00.000Z'].map((as_of) => {
    const shape = { product_id: 'monthly', period_days: 30.4375, intro_hours: 72, as_of };
    const model = builtInModel(shape);
    const [world] = model.curves;
    if (world === undefined) throw new RangeError('A model without a curve');
    const less = (share: number) => (value: number) => value * share;
    const ofUs = 0.5 + random.next() / 3;
    const grade = random.pick(['low', 'medium', 'high'] as const);
    const american = {
      ...world,
      country: 'US',
      retention: world.retention.map(less(ofUs)),
      conversion: world.conversion.map(less(ofUs)),
    };
    return {
      ...model,
      curves: [{ ...world, grade }, american],
      refund_rate: random.next() / 10,
      billing_success: 0.8 + random.next() / 10,
    };
  });
}

export function extraEvents({ searches, shares: shareRows, months, fits }: Extras): StreamEvent[] {
  return [
    ...searches.map((search) =>
      searchTerms(search.campaignId, search.day, [
        {
          ad_group_id: search.adGroupId,
          keyword_id: search.keywordId,
          text: search.text,
          country: search.country,
          impressions: search.impressions,
        },
      ]),
    ),
    ...shareRows.map(({ day, country, term, low, high, rank, allSlots }) => {
      const bounds = { low_share: low, high_share: high, rank };
      const all_slots = { low_share: allSlots, high_share: allSlots };
      return shares(day, [{ country, search_term: term, ...bounds, ...(allSlots > 0 && { all_slots }) }]);
    }),
    ...months.map(({ month, country, impressions, taps, tapInstalls, viewInstalls, spendMicros }) => {
      const counts = { impressions, taps, tap_installs: tapInstalls, view_installs: viewInstalls };
      const downloads = withoutZeros(downloadsOfFigure({ taps, tapInstalls, viewInstalls }));
      return monthFigures(month, [{ country, ...counts, spend_micros: spendMicros, downloads }]);
    }),
    ...fits.map(modelFitted),
    extraPulled('months'),
    extraPulled('search_terms'),
    extraPulled('impression_share'),
  ];
}
