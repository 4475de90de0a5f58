import { planRows, zeroBase } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../testing/random/seeded-random.ts';
import { noFacts } from '../facts/gather-facts.ts';
import { reportRows } from './report-rows.ts';
import { rowsOfWindow } from './row-window.ts';

const options = { claimType: 'total', level: 'keyword' } as const;
const range = { from: '2026-03-01', to: '2026-03-31' };
const random = randomOf(11);

// Few different figures, so that many are equal and many ratios are not known.
const drafts = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  facts: noFacts(String(index + 1), undefined),
  base: { ...zeroBase(), taps: random.upTo(4), spend_micros: random.upTo(3) * 1_000_000 },
}));
const identityOf = ({ id }: { id: number }) => ({ id, name: `Keyword ${id % 7}`, status: null });
const columns = { plan: planRows(options), identityOf };

function windowed(sort: string | undefined, descending: boolean): number[] {
  const pages = [0, 60, 120, 180].map((offset) =>
    rowsOfWindow(drafts, { sort, descending, offset, limit: 60 }, columns).map(({ id }) => id),
  );
  expect(pages.map((page) => page.length)).toEqual([60, 60, 60, 20]);
  return pages.flat();
}

describe('windows', () => {
  it.each(['spend', 'cpt', 'name'])('one after the other are all rows, by %s', (sort) => {
    const all = drafts.map((draft) => ({ identity: identityOf(draft), ...draft, counts: true }));
    const { rows } = reportRows(all, options, range);
    const nonNull = rows.filter((row) => row[sort] !== null);
    const unknown = rows.filter((row) => row[sort] === null).map(({ id }) => id);
    const compare = (a: unknown, b: unknown) => ((a as number) < (b as number) ? -1 : a === b ? 0 : 1);
    const rising = [...nonNull].sort((a, b) => compare(a[sort], b[sort])).map(({ id }) => id);
    const falling = [...nonNull].sort((a, b) => compare(b[sort], a[sort])).map(({ id }) => id);
    expect(windowed(sort, false)).toEqual([...rising, ...unknown]);
    expect(windowed(sort, true)).toEqual([...falling, ...unknown]);
  });

  it('without a column are in the order of the report, or in the reverse one', () => {
    const ids = drafts.map(({ id }) => id);
    expect(windowed(undefined, false)).toEqual(ids);
    expect(windowed(undefined, true)).toEqual([...ids].reverse());
  });
});
