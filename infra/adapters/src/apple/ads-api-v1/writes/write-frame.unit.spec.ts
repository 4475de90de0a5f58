import { describe, expect, it } from 'vitest';
import { remoteKeyword } from '../../ad-service/writes/remote-objects.ts';
import type { WriteEnd } from '../../ad-service/writes/write-end.ts';
import { keywordWire } from '../schemas.ts';
import { endOfRows, endsOfDeletes, keptMessage, provenEnd, writeFrame } from './write-frame.ts';

const keyword = (id: number, amount: string) => ({
  id,
  adGroupId: 8,
  text: `word ${id}`,
  matchType: 'EXACT',
  status: 'ENABLED',
  bid: { amount, currency: 'USD' },
});
const response = (result: unknown) => writeFrame.open(Buffer.from(JSON.stringify({ result })));
const done = (correlationId: number, result: unknown = undefined) => ({ correlationId, success: true, result });
const read = (result: unknown, rows: number, bids: readonly string[] = []) => {
  const isAsAsked = ({ bid }: { bid: string | null }, index: number) =>
    bids[index] === undefined || bids[index] === bid;
  const form = { schema: keywordWire, translate: remoteKeyword, rows, isAsAsked };
  const end = endOfRows(response(result), form);
  return end.kind === 'done' ? end.value : end;
};

describe('the rows of a bulk call', () => {
  it('are found by their number, in whatever order they come; those without a result are unknown', () => {
    const details = [{ code: 'DUPLICATE', message: 'Again' }];
    const refused = { correlationId: 1, success: false, error: { code: 'X', message: 'Outer', details } };
    expect(read([done(3, keyword(13, '3')), refused, done(0, keyword(10, '1.0'))], 4)).toMatchObject([
      { kind: 'done', value: { id: 10, bid: '1' } },
      { kind: 'refused', message: 'Again', code: 'DUPLICATE' },
      { kind: 'unknown' },
      { kind: 'done', value: { id: 13, bid: '3' } },
    ]);
  });

  it('of which one cannot be read leave the others as they are', () => {
    expect(read([done(0, { id: 'x' }), 'odd', done(1, keyword(11, '2'))], 2)).toMatchObject([
      { kind: 'unknown' },
      { kind: 'done', value: { id: 11 } },
    ]);
  });

  it('are refused where the service says yes and names another value', () => {
    expect(read([done(0, keyword(10, '1.00')), done(1, keyword(11, '1'))], 2, ['1', '2'])).toMatchObject([
      { kind: 'done' },
      { kind: 'refused', message: keptMessage },
    ]);
  });

  it('are all refused by an error of the whole call', () => {
    const open = writeFrame.open(Buffer.from(JSON.stringify({ error: { code: 'TOO_MANY', message: 'Too many' } })));
    const form = { schema: keywordWire, translate: remoteKeyword, rows: 2, isAsAsked: () => true };
    expect(endOfRows(open, form)).toEqual({ kind: 'refused', status: 200, message: 'Too many', items: [] });
  });

  it('that were deleted are those that say so', () => {
    const failed = { correlationId: 0, success: false, error: { message: 'No' } };
    expect(endsOfDeletes(response([failed, done(2)]), 3)).toEqual({ kind: 'done', value: [false, false, true] });
  });
});

it('a success that names another value is no success', () => {
  const end: WriteEnd<number> = { kind: 'done', value: 5 };
  expect(provenEnd(end, (value) => value === 5)).toBe(end);
  expect(provenEnd(end, (value) => value === 6)).toMatchObject({
    kind: 'refused',
    message: 'Apple kept the old value',
  });
});
