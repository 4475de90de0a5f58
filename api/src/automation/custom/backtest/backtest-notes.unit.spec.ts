import { runsKept } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { startsLater } from '../../past/runs-kept.ts';
import { noCounts } from '../trials/add-evaluations.ts';
import { backtestNotes, changingCounts } from './backtest-notes.ts';

const tested = { asItRan: true, lacking: 0, outcomes: new Set([]), held: [], leavesOutRuns: false, slots: [] };
const at = (instant: string): number => Date.parse(`${instant}Z`);

describe('what is said of a back-test', () => {
  it('names the runs that would have been held, whose changes are in no total', () => {
    const zone = 'Europe/Berlin';
    const held = ['2026-11-13T08:00', '2026-11-12T08:00', '2026-11-12T08:00'].map((instant) => ({
      at: at(instant),
      zone,
    }));
    expect(backtestNotes({ ...tested, held }).join(' ')).toContain('Would have been held: 12 Nov 09:00, 13 Nov 09:00.');
    expect(backtestNotes(tested).join(' ')).not.toContain('held');
    const counts = { ...noCounts, checked: 5, acted: 3, no_match: 2 };
    expect([true, false].map((isHeld) => changingCounts({ counts, isHeld }).acted)).toEqual([0, 3]);
  });

  it('says that older runs are missing, where the newest do not reach back to the first day', () => {
    const runs = (count: number) => Array.from({ length: count }, () => ({ started_at: '2026-11-12T08:00:00.000Z' }));
    const cut = (count: number, day: string) => startsLater(runs(count), at(`${day}T00:00`));
    expect([cut(runsKept, '2026-11-12'), cut(runsKept - 1, '2026-11-12'), cut(runsKept, '2026-11-13')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(backtestNotes({ ...tested, leavesOutRuns: true }).join(' ')).toContain('Only the newest 1,000 runs');
  });
});
