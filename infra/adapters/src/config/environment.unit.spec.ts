import { describe, expect, it } from 'vitest';
import { pullIntervalSeconds, readEnvironment } from './environment.ts';

describe('the environment', () => {
  it('has no demo unless it is asked for', () => {
    expect(readEnvironment({}).DEMO).toBe('off');
    expect(pullIntervalSeconds(readEnvironment({}))).toBe(900);
    expect(readEnvironment({ DEMO: 'on' }).DEMO).toBe('on');
  });

  it("gives way to a command's own defaults where a variable is unset or empty", () => {
    expect(readEnvironment({}, { DEMO: 'on' }).DEMO).toBe('on');
    expect(readEnvironment({ DEMO: '' }, { DEMO: 'on' }).DEMO).toBe('on');
    expect(readEnvironment({ DEMO: 'off' }, { DEMO: 'on' }).DEMO).toBe('off');
  });

  it('names what is not understood', () => {
    expect(() => readEnvironment({ PORT: 'http' })).toThrow('PORT');
  });
});
