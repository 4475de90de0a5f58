import { describe, expect, it } from 'vitest';
import { automationTimes } from './automation-times.ts';
import { readEnvironment } from './environment.ts';

describe('the clock of rules', () => {
  it('is that of the wall, and faster in the demo', () => {
    expect(automationTimes(readEnvironment({}))).toEqual({ hourMs: 3_600_000, everySeconds: undefined });
    expect(automationTimes(readEnvironment({ DEMO: 'on' }))).toEqual({ hourMs: 20_000, everySeconds: 120 });
    const demo = readEnvironment({ DEMO: 'on', AUTOMATION_HOUR_SECONDS: '1', AUTOMATION_SLOT_SECONDS: '3' });
    expect(automationTimes(demo)).toEqual({ hourMs: 1000, everySeconds: 3 });
  });

  it('is not set faster for real accounts', () => {
    expect(() => automationTimes(readEnvironment({ AUTOMATION_SLOT_SECONDS: '3' }))).toThrow('AUTOMATION_SLOT_SECONDS');
    expect(() => automationTimes(readEnvironment({ AUTOMATION_HOUR_SECONDS: '3' }))).toThrow('AUTOMATION_HOUR_SECONDS');
  });
});
