import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import {
  type CallShares,
  callShareDecider,
  callsOf,
  divideCalls,
  fairShare,
  leaveCalls,
} from './call-share.decider.ts';

const subject = 'ads';
const none: ReadonlySet<string> = new Set();
const initial = callShareDecider.initialState();

interface Look {
  readonly total?: number;
  readonly ended?: ReadonlySet<string>;
  readonly inUse?: number;
}

/** How the calls are divided after a process has looked; it gives back at once what it has to unless it still uses that. */
function afterLook(state: CallShares, holder: string, { total = 5, ended = none, inUse = 0 }: Look = {}): CallShares {
  const events = divideCalls(state, { subject, total, holder, ended, inUse });
  return events.reduce(callShareDecider.evolve, state);
}
const sharesOf = ({ holders }: CallShares): string =>
  holders.map(({ holder, calls }) => `${holder} ${calls}`).join(', ');
const sumOf = ({ holders }: CallShares): number => holders.reduce((sum, { calls }) => sum + calls, 0);

describe('a limit of calls', () => {
  it('is all of a process that is alone', () => {
    const alone = afterLook(initial, 'a');
    expect(sharesOf(alone)).toBe('a 5');
    expect(divideCalls(alone, { subject, total: 5, holder: 'a', ended: none, inUse: 5 })).toEqual([]);
  });

  it('is divided when a second one comes, which waits for what the first gives back', () => {
    const joined = afterLook(afterLook(initial, 'a'), 'b');
    expect(sharesOf(joined)).toBe('a 5, b 0');
    expect(sharesOf(afterLook(joined, 'a', { inUse: 5 }))).toBe('a 5, b 0');
    const given = afterLook(joined, 'a', { inUse: 3 });
    expect(sharesOf(given)).toBe('a 3, b 0');
    expect(sharesOf(afterLook(given, 'b'))).toBe('a 3, b 2');
  });

  it('returns to those that are left when one has ended or leaves', () => {
    const both = afterLook(afterLook(afterLook(afterLook(initial, 'a'), 'b'), 'a'), 'b');
    expect(sharesOf(afterLook(both, 'b', { ended: new Set(['a']) }))).toBe('b 5');
    const left = fold(callShareDecider, leaveCalls(both, { subject, holder: 'a' }));
    expect(sharesOf(left)).toBe('b 2');
    expect(sharesOf(afterLook(left, 'b'))).toBe('b 5');
    expect(leaveCalls(left, { subject, holder: 'a' })).toEqual([]);
  });

  it('is never exceeded, and at last divided fairly, in whatever order processes come, look and end', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      let random = seed;
      const pick = (below: number): number => {
        random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((random / 2_147_483_648) * below);
      };
      const ended = new Set<string>();
      let state: CallShares = initial;
      for (let step = 0; step < 60; step += 1) {
        const holder = `p${pick(5)}`;
        if (ended.has(holder)) continue;
        if (pick(12) === 0 && ended.size < 4) ended.add(holder);
        else state = afterLook(state, holder, { ended, inUse: pick(callsOf(state, holder) + 1) });
        expect(sumOf(state)).toBeLessThanOrEqual(5);
      }
      const alive = state.holders.map(({ holder }) => holder).filter((holder) => !ended.has(holder));
      for (let round = 0; round < 3; round += 1)
        for (const holder of alive) state = afterLook(state, holder, { ended });
      const fair = alive.map((holder) => fairShare(state, { total: 5, holder, ended }));
      expect(alive.map((holder) => callsOf(state, holder))).toEqual(fair);
      if (alive.length > 0) expect(sumOf(state)).toBe(5);
    }
  });
});
