import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeRateEvent } from './exchange-rate.events.ts';
import { createRateBook, evolveRateBook, heldRates, type RateBook, rateBetween } from './rate-book.ts';
import { decideHeldRate, publishRates, rateDayDecider } from './rate-day.decider.ts';
import { type PublishedRates, screenRates } from './screen-rates.ts';

const at = '2026-02-10T15:00:00.000Z';
const file = (rates: Record<string, Record<string, number>>): PublishedRates[] =>
  Object.entries(rates).map(([day, ofDay]) => ({ day, rates: ofDay }));
const usd = (rates: Record<string, number>) =>
  file(Object.fromEntries(Object.entries(rates).map(([day, USD]) => [day, { USD }])));

/** Publishes a file as the product does. @returns what was recorded. */
function publish(book: RateBook, published: readonly PublishedRates[]): ExchangeRateEvent[] {
  const recorded = screenRates(book, published).flatMap((screened) =>
    publishRates(book.byDay.get(screened.day) ?? rateDayDecider.initialState(), screened, at),
  );
  for (const event of recorded) evolveRateBook(book, event);
  return recorded;
}

function bookOf(...files: PublishedRates[][]): RateBook {
  const book = createRateBook();
  for (const file of files) publish(book, file);
  return book;
}

function decide(book: RateBook, day: string, currency: string, accepted: boolean): void {
  const state = book.byDay.get(day) ?? rateDayDecider.initialState();
  for (const event of decideHeldRate(state, { day, currency, accepted, decided_at: at })) evolveRateBook(book, event);
}

const used = (book: RateBook, day: string) => rateBetween(book, { from: 'EUR', to: 'USD', day })?.targetUnits;

describe('a published rate', () => {
  it.each([
    ['a tenth of it', 0.11],
    ['a third less and more', 0.73],
    ['a third more and more', 1.47],
    ['ten times as much', 11],
    ['a digit lost', 1],
  ])('is used or held back by how much it differs from the day before: %s', (_what, rate) => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': rate }));
    const isFar = Math.abs(rate - 1.1) > 1.1 / 3;
    expect(used(book, '2026-02-03')).toBe(isFar ? 1.1 : rate);
    expect(heldRates(book)).toEqual(
      isFar
        ? [{ day: '2026-02-03', currency: 'USD', rate, previous_rate: 1.1, previous_day: '2026-02-02', since: at }]
        : [],
    );
  });

  it('that is held back holds up no other currency of its day', () => {
    const book = bookOf(file({ '2026-02-02': { USD: 1.1, JPY: 170 }, '2026-02-03': { USD: 11, JPY: 171 } }));
    expect(rateBetween(book, { from: 'EUR', to: 'JPY', day: '2026-02-03' })?.targetUnits).toBe(171);
    // Between both, the last day with both rates counts.
    expect(rateBetween(book, { from: 'USD', to: 'JPY', day: '2026-02-03' })).toMatchObject({ day: '2026-02-02' });
  });

  it('is held back once, however often the file comes', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 11 }));
    expect(publish(book, usd({ '2026-02-03': 11 }))).toEqual([]);
  });

  it('is confirmed by a like rate of the next published day, in the same file or a later one', () => {
    const devalued = bookOf(usd({ '2026-02-05': 1.1, '2026-02-06': 2.2 }), usd({ '2026-02-09': 2.1 }));
    expect([used(devalued, '2026-02-06'), used(devalued, '2026-02-09')]).toEqual([2.2, 2.1]);
    expect(heldRates(devalued)).toEqual([]);
    const atOnce = bookOf(usd({ '2026-02-05': 1.1, '2026-02-06': 2.2, '2026-02-09': 2.1 }));
    expect(used(atOnce, '2026-02-06')).toBe(2.2);
  });

  it('is not confirmed by a rate that is far away as well, nor by one that is back where it was', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 11, '2026-02-04': 110, '2026-02-05': 1.12 }));
    expect(used(book, '2026-02-04')).toBe(1.1);
    expect(used(book, '2026-02-05')).toBe(1.12);
  });

  it.each<[string, PublishedRates[][], string]>([
    [
      'a later day is back where it was',
      [usd({ '2026-02-02': 1.1, '2026-02-03': 11 }), usd({ '2026-02-04': 1.12 })],
      '2026-02-04',
    ],
    ['the same file has that day', [usd({ '2026-02-02': 1.1, '2026-02-03': 11, '2026-02-04': 1.12 })], '2026-02-04'],
    [
      'its day is corrected to the rate that was in use',
      [usd({ '2026-02-02': 1.1, '2026-02-03': 1.12 }), usd({ '2026-02-03': 11 }), usd({ '2026-02-03': 1.12 })],
      '2026-02-03',
    ],
    [
      'one that is far away as well follows, and then one that is back',
      [usd({ '2026-02-02': 1.1, '2026-02-03': 11, '2026-02-04': 110 }), usd({ '2026-02-05': 1.12 })],
      '2026-02-05',
    ],
  ])('is taken off the list when %s, and not held again', (_what, files, by) => {
    const book = createRateBook();
    const recorded = files.flatMap((file) => publish(book, file));
    expect(heldRates(book)).toEqual([]);
    const refused = recorded.filter(({ type }) => type === 'ExchangeRateRefused');
    expect(refused).not.toEqual([]);
    for (const { data } of refused) expect(data).toMatchObject({ currency: 'USD', contradicted_by: by });
    expect(publish(book, files.at(-1) ?? [])).toEqual([]);
    expect(publish(book, usd({ '2026-02-03': 11 }))).toEqual([]);
    expect(used(book, '2026-02-03')).not.toBe(11);
  });

  it('that an older version of the product left in the list is taken off by the next file, whatever it has', () => {
    const book = createRateBook();
    const rates = { USD: 1.1 };
    const held = [{ currency: 'USD', rate: 11, previous_rate: 1.1, previous_day: '2026-02-02' }];
    const recorded: ExchangeRateEvent[] = [
      { type: 'ExchangeRatesPublished', data: { day: '2026-02-02', rates, fetched_at: at } },
      { type: 'ExchangeRatesPublished', data: { day: '2026-02-03', rates: {}, fetched_at: at } },
      { type: 'ExchangeRatesHeldBack', data: { day: '2026-02-03', held, fetched_at: at } },
      { type: 'ExchangeRatesPublished', data: { day: '2026-02-04', rates, fetched_at: at } },
    ];
    for (const event of recorded) evolveRateBook(book, event);
    expect(heldRates(book)).toHaveLength(1);
    publish(book, usd({ '2026-02-05': 1.1 }));
    expect(heldRates(book)).toEqual([]);
  });

  it('never stays in the list once a later day has a rate in use, whatever files come', () => {
    const days = ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06'];
    const rate = fc.constantFrom(1.1, 1.12, 1.5, 1.6, 11, 11.2, 110);
    const files = fc.array(fc.dictionary(fc.constantFrom(...days), rate, { minKeys: 1 }), { maxLength: 6 });
    fc.assert(
      fc.property(files, (published) => {
        const book = bookOf(...published.map(usd));
        const lastUsed = book.days.findLast((day) => book.byDay.get(day)?.rates.USD !== undefined) ?? '';
        for (const { day } of heldRates(book)) expect(day >= lastUsed).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is confirmed rather than contradicted by one that is like it and near the day before as well', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 1.5, '2026-02-04': 1.45 }));
    expect([used(book, '2026-02-03'), heldRates(book)]).toEqual([1.5, []]);
  });

  it('decides about every rate held before it: the first of two jumps is wrong when the second is confirmed', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 11, '2026-02-04': 110, '2026-02-05': 111 }));
    expect(heldRates(book)).toEqual([]);
    expect([used(book, '2026-02-03'), used(book, '2026-02-04')]).toEqual([1.1, 110]);
  });
});

describe('a day that is published again', () => {
  it('takes the newer rates, and the log keeps both', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 1.2 }));
    expect(publish(book, usd({ '2026-02-03': 1.15 }))).toEqual([
      {
        type: 'ExchangeRatesCorrected',
        data: { day: '2026-02-03', rates: { USD: 1.15 }, replaced: { USD: 1.2 }, fetched_at: at },
      },
    ]);
    expect(used(book, '2026-02-03')).toBe(1.15);
  });

  it('says nothing new when it is the same, and takes no rate away that it lacks', () => {
    const book = bookOf(file({ '2026-02-03': { USD: 1.2, JPY: 170 } }));
    expect(publish(book, file({ '2026-02-03': { USD: 1.2, JPY: 170 } }))).toEqual([]);
    expect(publish(book, usd({ '2026-02-03': 1.2 }))).toEqual([]);
    expect(rateBetween(book, { from: 'USD', to: 'JPY', day: '2026-02-03' })?.targetUnits).toBe(170);
  });

  it('releases a day whose rate was held back', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 11.2 }), usd({ '2026-02-03': 1.12 }));
    expect(used(book, '2026-02-03')).toBe(1.12);
    expect(heldRates(book)).toEqual([]);
  });

  it('is held back where the newer rate is far from the day before; the older one stays in use', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 1.12 }), usd({ '2026-02-03': 11.2 }));
    expect(used(book, '2026-02-03')).toBe(1.12);
    expect(heldRates(book)).toMatchObject([{ day: '2026-02-03', rate: 11.2, previous_rate: 1.1 }]);
  });

  it('corrects the day that others were compared with', () => {
    const old = createRateBook();
    // Recorded when every rate was used.
    for (const [day, USD] of [
      ['2026-02-02', 11],
      ['2026-02-03', 1.1],
    ] as const) {
      evolveRateBook(old, { type: 'ExchangeRatesPublished', data: { day, rates: { USD }, fetched_at: at } });
    }
    publish(old, usd({ '2026-02-04': 1.12 }));
    expect(used(old, '2026-02-04')).toBe(1.12);
    publish(old, usd({ '2026-02-02': 1.1 }));
    expect([used(old, '2026-02-02'), heldRates(old)]).toEqual([1.1, []]);
  });
});

describe("an operator's decision", () => {
  it('puts a held rate to use', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 11 }));
    decide(book, '2026-02-03', 'USD', true);
    expect([used(book, '2026-02-03'), heldRates(book)]).toEqual([11, []]);
    expect(publish(book, usd({ '2026-02-03': 11 }))).toEqual([]);
  });

  it('refuses it, and the same rate is not held again; another one is', () => {
    const book = bookOf(usd({ '2026-02-02': 1.1, '2026-02-03': 11 }));
    decide(book, '2026-02-03', 'USD', false);
    expect(publish(book, usd({ '2026-02-03': 11 }))).toEqual([]);
    expect([used(book, '2026-02-03'), heldRates(book)]).toEqual([1.1, []]);
    publish(book, usd({ '2026-02-03': 12 }));
    expect(heldRates(book)).toMatchObject([{ rate: 12 }]);
  });

  it('is refused about a rate that is not held', () => {
    expect(() => decide(bookOf(usd({ '2026-02-02': 1.1 })), '2026-02-02', 'USD', true)).toThrow('No rate of USD');
  });
});

describe('the rate between two currencies', () => {
  const book = bookOf(file({ '2026-02-03': { USD: 1.2, CNY: 8 }, '2026-02-02': { USD: 1.1, CNY: 7.9 } }));

  it('is that of the day, of the last day before it, or of the oldest', () => {
    const on = (day: string) => rateBetween(book, { from: 'USD', to: 'RMB', day });
    expect(on('2026-02-02')).toEqual({ units: 1.1, targetUnits: 7.9, day: '2026-02-02' });
    expect(on('2026-03-01')).toEqual({ units: 1.2, targetUnits: 8, day: '2026-02-03' });
    expect(on('2025-01-01')).toMatchObject({ day: '2026-02-02' });
  });

  it('is unknown for a currency that was never published', () => {
    expect(rateBetween(book, { from: 'USD', to: 'XAU', day: '2026-02-02' })).toBeUndefined();
    expect(rateBetween(book, { from: 'XAU', to: 'XAU', day: '2026-02-02' })?.targetUnits).toBe(1);
  });
});
