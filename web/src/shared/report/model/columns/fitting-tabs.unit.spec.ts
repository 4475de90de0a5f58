import { describe, expect, it } from 'vitest';
import { countFitting } from './fitting-tabs.ts';

describe('tabs', () => {
  const widths = [100, 110, 120, 130, 90];
  it('are all shown where there is room, without a button for more', () => {
    expect(countFitting(widths, 550)).toBe(5);
  });
  it('move into the menu from the last one, with room for the button', () => {
    expect(countFitting(widths, 549)).toBe(4);
    expect(countFitting(widths, 260)).toBe(2);
    expect(countFitting(widths, 257)).toBe(1);
  });
  it('never all move into the menu', () => {
    expect(countFitting(widths, 20)).toBe(1);
  });
});
