import { expect, it } from 'vitest';
import { rangeFault } from './backtest-range.ts';

const today = '2026-11-21';

it('a range of a back-test has at most 90 days, in order, up to today', () => {
  expect(rangeFault({ from: '2026-08-24', to: today }, today)).toBeNull();
  expect(rangeFault({ from: '2026-08-23', to: today }, today)).toBe('At most 90 days');
  expect(rangeFault({ from: '2026-11-21', to: '2026-11-20' }, today)).toBe('The first day must not be after the last');
  expect(rangeFault({ from: '2026-11-20', to: '2026-11-22' }, today)).toBe('Only days up to today');
  expect(rangeFault({ from: '', to: today }, today)).toBe('Date range is required');
});
