import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/calendar/days.ts';
import { type DatedMoment, type LineOptions, lineOf, onDay } from '../testing/line-builder.ts';
import { walkLine } from './walk-line.ts';

const month = 30.4375;

interface Seen {
  readonly stretches: string[];
  readonly state: ReturnType<typeof walkLine>;
}

function see(moments: readonly DatedMoment[], day: number, options: LineOptions = {}): Seen {
  const seen: string[] = [];
  const inDays = (ms: number): number => Number((ms / dayMs).toFixed(2));
  const state = walkLine(lineOf(moments, options), onDay(day), {
    trial: ({ entered, left, ending }) => seen.push(`trial ${inDays(entered)}-${inDays(left)} ${ending}`),
    period: ({ entered, left, ending }) => seen.push(`period ${entered.toFixed(2)}-${left.toFixed(2)} ${ending}`),
    retry: ({ entered, left, ending }) => seen.push(`retry ${inDays(entered)}-${inDays(left)} ${ending}`),
    renewal: (charge, outcome, isOn) => seen.push(`renewal ${charge} ${outcome.kind}${isOn ? ' on' : ''}`),
  });
  return { stretches: seen, state };
}

const isActive = (seen: Seen): boolean => seen.state?.isActive === true;

describe('a line', () => {
  it('does not exist before its start and shows nothing of what comes later', () => {
    const line: DatedMoment[] = [
      ['charge', 3],
      ['renewal_off', 10],
    ];
    expect(see(line, -1).state).toBeNull();
    expect(see(line, 2).stretches).toEqual(['trial 0-2 open']);
    expect(see(line, 9).stretches).toEqual(['trial 0-3 won', 'period 0.00-0.20 open']);
    expect(isActive(see(line, 9))).toBe(true);
    expect(isActive(see(line, 11))).toBe(false);
  });

  it('that cancelled its trial and switched renewal on again enters a second time', () => {
    const seen = see(
      [
        ['renewal_off', 1],
        ['renewal_on', 2],
        ['charge', 3],
      ],
      4,
    );
    expect(seen.stretches.slice(0, 2)).toEqual(['trial 0-1 lost', 'trial 2-3 won']);
  });

  it('counts a renewal only from 24 hours after its date on', () => {
    const renewed: DatedMoment[] = [
      ['charge', 3],
      ['charge', 3 + month],
    ];
    expect(see(renewed, 3 + month + 0.9).stretches).not.toContain('renewal 1 renewed on');
    expect(see(renewed, 3 + month + 1.1).stretches).toContain('renewal 1 renewed on');
    expect(see([['charge', 3]], 3 + month + 0.9).stretches.some((what) => what.startsWith('renewal'))).toBe(false);
  });

  it('cancelled within the period is lost at its date, with renewal off', () => {
    const seen = see(
      [
        ['charge', 3],
        ['renewal_off', 3 + month / 2],
      ],
      3 + month + 2,
    );
    expect(seen.stretches).toEqual(['trial 0-3 won', 'period 0.00-0.50 lost', 'renewal 1 lost']);
  });

  it('in retry is open, recovered with its due date kept it is renewed, given up it is lost', () => {
    const failed: DatedMoment[] = [
      ['charge', 3],
      ['payment_failed', 3 + month],
    ];
    const open = see(failed, 3 + month + 5);
    expect(open.stretches.slice(2)).toEqual(['retry 0-5 open', 'renewal 1 retry on']);
    expect(isActive(open)).toBe(true);
    const recovered = see([...failed, ['charge', 3 + month + 20, 3 + month]], 3 + month + 21);
    expect(recovered.stretches.slice(1, 4)).toEqual([
      'period 0.00-1.00 open',
      'renewal 1 renewed on',
      'retry 0-20 won',
    ]);
    const expired = see([...failed, ['expired', 3 + month + 60]], 3 + month + 61);
    expect(expired.stretches.slice(2)).toEqual(['retry 0-60 lost', 'renewal 1 lost on']);
    expect(isActive(expired)).toBe(false);
  });

  it('without any message is in retry from 24 hours after its date on, and over after 60 days', () => {
    const silent = see([['charge', 3]], 3 + month + 10);
    expect(silent.stretches.slice(2)).toEqual(['retry 1-10 open', 'renewal 1 retry on']);
    expect(isActive(silent)).toBe(true);
    expect(see([['charge', 3]], 3 + month + 61).stretches).toContain('renewal 1 lost on');
    expect(isActive(see([['charge', 3]], 3 + month + 61))).toBe(false);
    expect(isActive(see([], 3 + 10))).toBe(true);
    expect(isActive(see([], 3 + 61))).toBe(false);
  });

  it('whose latest charge was given back is over until the next one', () => {
    const refunded: DatedMoment[] = [
      ['charge', 3],
      ['refund', 8, 1],
    ];
    expect(isActive(see(refunded, 9))).toBe(false);
    expect(isActive(see([...refunded, ['charge', 3 + month]], 3 + month + 1))).toBe(true);
    expect(
      isActive(
        see(
          [
            ['charge', 3],
            ['charge', 3 + month],
            ['refund', 40, 1],
          ],
          41,
        ),
      ),
    ).toBe(true);
  });

  it('that changes the product leaves neither renewed nor lost', () => {
    const seen = see([['charge', 3]], 100, { leftDay: 20 });
    expect(seen.stretches).toEqual(['trial 0-3 won', `period 0.00-${((20 - 3) / month).toFixed(2)} open`]);
    expect(isActive(seen)).toBe(false);
    expect(see([], 100, { leftDay: 2 }).stretches).toEqual(['trial 0-2 open']);
  });

  it('that comes back long after its end was lost at the renewal it missed', () => {
    const seen = see(
      [
        ['charge', 3],
        ['renewal_off', 10],
        ['expired', 3 + month],
        ['charge', 200],
      ],
      201,
    );
    expect(seen.stretches).toContain('renewal 1 lost');
    expect(seen.state?.charges).toBe(2);
    expect(isActive(seen)).toBe(true);
  });
});
