import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readColumn, readNumbers, readTexts, writeColumn, writeNumbers, writeTexts } from './column.ts';

const throughLog = <Recorded>(recorded: Recorded): Recorded => JSON.parse(JSON.stringify(recorded));

const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const shares = fc.integer({ min: 0, max: 3_000_000 }).map((millionths) => millionths / 1_000_000);
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);

describe('a column of a record', () => {
  it('gives back every number as it was, and where there was none', () => {
    for (const numbers of [amounts, shares, anyNumber, fc.oneof(amounts, shares, anyNumber)]) {
      fc.assert(
        fc.property(fc.array(fc.option(numbers), { maxLength: 30 }), (values) => {
          expect(readNumbers(throughLog(writeNumbers(values)), values.length)).toEqual(throughLog(values));
        }),
      );
    }
  });

  it('gives back more numbers than are put together at once', () => {
    const many = Array.from({ length: 5000 }, (_, index) => (index % 7 === 3 ? null : index * 7919));
    expect(readNumbers(throughLog(writeNumbers(many)), many.length)).toEqual(many);
  });

  it('gives back texts, and few values that many rows have', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 99 }).map((id) => `700:710:${id}`),
    );
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 30 }), (values) => {
        expect(readTexts(throughLog(writeTexts(values)), values.length)).toEqual(values);
        expect(readColumn(throughLog(writeColumn(values)), values.length)).toEqual(values);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom('t', 'f', null), { minLength: 12, maxLength: 40 }), (values) => {
        expect(readColumn(throughLog(writeColumn(values)), values.length)).toEqual(values);
      }),
    );
  });

  it('takes a few letters a row', () => {
    const keys = Array.from({ length: 500 }, (_, index) => `301000001:301001001:${301_100_000 + index}`);
    expect(JSON.stringify(writeTexts(keys)).length).toBeLessThan(500 * 8);
    const micros = keys.map((_, index) => 4_000_000 + ((index * 7919) % 500_000));
    expect(JSON.stringify(writeNumbers(micros)).length).toBeLessThan(500 * 6);
    const same = keys.map(() => 'limited');
    expect(writeColumn(same)).toEqual({ all: 'limited' });
  });

  it('has as many rows as it is asked for', () => {
    expect(() => readNumbers(writeNumbers([1, 2, 3]), 4)).toThrow(RangeError);
    expect(() => readTexts({ tails: ['a'], shared: '' }, 2)).toThrow(RangeError);
  });
});
