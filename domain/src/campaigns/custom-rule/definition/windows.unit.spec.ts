import { describe, expect, it } from 'vitest';
import { windowField } from './entered-fields.ts';
import { windowFault } from './window-form.ts';
import { longestDays, parseWindow, windowsOfCase, windowText } from './windows.ts';

describe('time ranges of rules', () => {
  it.each([
    ['1d', { kind: 'days', days: 1, shift: 0 }, '1 day'],
    ['14d', { kind: 'days', days: 14, shift: 0 }, '14 days'],
    ['14d-1', { kind: 'days', days: 14, shift: 1 }, '14 days before the last day'],
    ['90d-60', { kind: 'days', days: 90, shift: 60 }, '90 days before the last 60 days'],
    ['7d-mature', { kind: 'mature', days: 7 }, '7 mature days'],
    ['1d-mature', { kind: 'mature', days: 1 }, '1 mature day'],
    ['today', { kind: 'today' }, 'today'],
    ['change', { kind: 'change' }, 'since the last change'],
    ['start', { kind: 'start' }, 'since the unit joined'],
    ['life', { kind: 'life' }, 'whole life'],
  ])('%s is read and said in words', (text, window, words) => {
    expect(windowField.safeParse(text).success).toBe(true);
    expect(parseWindow(text)).toEqual(window);
    expect(windowText(text)).toBe(words);
  });

  it.each([
    ['0d', 'At least one and at most 90 days'],
    ['91d', 'At least one and at most 90 days'],
    ['-1d', 'At least one and at most 90 days'],
    ['7d-61', 'A time range ends at most 60 days before the newest complete day'],
    ['7D', 'Choose a time range'],
    ['07d', 'Choose a time range'],
    ['7d-', 'Choose a time range'],
    ['', 'Choose a time range'],
    ['yesterday', 'Choose a time range'],
  ])('%s is none', (text, words) => {
    expect(windowField.safeParse(text).success).toBe(false);
    expect(() => parseWindow(text)).toThrow(RangeError);
    expect(windowFault(text)).toBe(words);
  });

  it('are those of conditions, of what is compared with, and of target bids, once each', () => {
    const test = { metric: 'spend', of: 'self', per_day: false, at_least: false, op: '>' } as const;
    const windows = windowsOfCase({
      when: {
        any: [
          { ...test, window: '7d', value: 1 },
          { not: { ...test, window: '7d-0', than: { window: '14d-7', times: 1, plus: 0 } } },
          { ...test, window: 'life', value: 1 },
        ],
      },
      then: [{ do: 'bid', how: 'target', of: 'cpa', value: 3, window: '28d-mature', step: 25, min: 1, max: 2 }],
    });
    expect(windows).toEqual(['7d', '14d-7', 'life', '28d-mature']);
    expect(longestDays(windows)).toBe(28);
    expect(longestDays(['life', 'today'])).toBeNull();
  });
});
