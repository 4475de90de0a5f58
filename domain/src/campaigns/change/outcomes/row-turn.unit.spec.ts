import { describe, expect, it } from 'vitest';
import type { ExistingChange, RowCalls } from '../change.decider.ts';
import type { ChangeRow } from '../change-row.ts';
import { sampleChange } from '../sample-change.fixture.ts';
import { type RowSurroundings, rowsLeftUnconfirmed, rowTurn, stoppedMessage } from './row-turn.ts';

const bid = (keyword: number, more: Partial<ChangeRow> = {}): ChangeRow => ({
  key: `700:710:${keyword}`,
  field: 'cpt_bid',
  base: 1,
  new: 2,
  ...more,
});
const group: ChangeRow = { key: '700:710', field: 'cpt_bid', base: 1, new: 2 };
const around = (more: Partial<RowSurroundings> = {}): RowSurroundings => ({
  ends: new Map(),
  isSent: false,
  isStopped: false,
  beside: new Set(),
  ...more,
});
const earlier = new Set(['700:710:1 cpt_bid']);

describe('a row without an outcome', () => {
  it.each([
    ['is due', [bid(1)], around(), { kind: 'due' }],
    ['waits for an earlier change of its setting', [bid(1)], around({ beside: earlier }), { kind: 'after_change' }],
    ['waits for no change of another setting', [bid(2)], around({ beside: earlier }), { kind: 'due' }],
    [
      'that was sent is read, whatever was asked for before it',
      [bid(1)],
      around({ beside: earlier, isSent: true }),
      { kind: 'due' },
    ],
    [
      'is left out when its rule was stopped',
      [bid(1)],
      around({ isStopped: true, beside: earlier }),
      { kind: 'skipped', message: stoppedMessage },
    ],
    [
      'that was sent is read also when its rule was stopped',
      [bid(1)],
      around({ isStopped: true, isSent: true }),
      { kind: 'due' },
    ],
    ['waits for the row before it', [bid(1, { parent: 1 }), group], around(), { kind: 'after_row' }],
    [
      'comes after the row before it',
      [bid(1, { parent: 1 }), group],
      around({ ends: new Map([[1, 'changed']]) }),
      { kind: 'due' },
    ],
    [
      'is left out when the row before it failed',
      [bid(1, { parent: 1 }), group],
      around({ ends: new Map([[1, 'refused']]) }),
      { kind: 'skipped', message: 'The ad group was not changed' },
    ],
  ] as const)('%s', (_what, rows, surroundings, turn) => {
    expect(rowTurn(rows, rows[0], surroundings)).toEqual(turn);
  });
});

describe('what is left unconfirmed of a change', () => {
  const call = (end: RowCalls['end']): RowCalls => ({ sent: 1, held: 0, startedAt: '', endedAt: '', end });
  const withCalls = (...calls: [number, RowCalls['end']][]): ExistingChange => ({
    ...sampleChange([bid(1), bid(2), bid(3)]),
    calls: new Map(calls.map(([row, end]) => [row, call(end)])),
  });
  const ended = { ends: new Map([[2, 'changed']]), isStopped: false, beside: new Set<string>() };

  it('is every row without an outcome, when each was not answered or waits for an earlier change', () => {
    expect(rowsLeftUnconfirmed(withCalls([0, 'unknown'], [1, null]), ended)).toEqual([0, 1]);
    expect(rowsLeftUnconfirmed(withCalls([1, 'unknown']), { ...ended, beside: earlier })).toEqual([0, 1]);
  });

  it('is not said while a row was not sent, or is held back', () => {
    expect(rowsLeftUnconfirmed(withCalls([1, 'unknown']), ended)).toBeUndefined();
    expect(rowsLeftUnconfirmed(withCalls([0, 'limited'], [1, 'unknown']), ended)).toBeUndefined();
    expect(
      rowsLeftUnconfirmed(withCalls([1, 'unknown']), { ...ended, beside: earlier, isStopped: true }),
    ).toBeUndefined();
  });
});
