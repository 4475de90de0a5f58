import { describe, expect, it } from 'vitest';
import { isQuiet } from './quiet-hours.ts';

const at = (time: string) => Date.parse(`2026-03-27T${time}:00.000Z`);
const night = { rules: 'block', from: '22:00', to: '06:00' } as const;

describe('quiet hours', () => {
  it('end at their last minute, also over midnight, by the clock of the organization', () => {
    const quiet = (time: string) => isQuiet(night, 'UTC', at(time));
    expect(['21:59', '22:00', '05:59', '06:00'].map(quiet)).toEqual([false, true, true, false]);
    // Berlin is an hour ahead.
    expect(isQuiet(night, 'Europe/Berlin', at('21:30'))).toBe(true);
  });

  it('of one day are between its hours', () => {
    const noon = { rules: 'clip', from: '11:00', to: '13:00' } as const;
    const quiet = (time: string) => isQuiet(noon, 'UTC', at(time));
    expect(['10:59', '11:00', '12:59', '13:00'].map(quiet)).toEqual([false, true, true, false]);
  });

  it('that only warn, or are off, keep no rule', () => {
    for (const rules of ['off', 'warn'] as const) expect(isQuiet({ ...night, rules }, 'UTC', at('23:00'))).toBe(false);
  });
});
