import { describe, expect, it } from 'vitest';
import { countOf } from './report-level.ts';

describe('countOf', () => {
  it('groups the digits of a large count, as figures do', () => {
    expect(countOf('keyword', 20_000)).toBe(`${new Intl.NumberFormat().format(20_000)} keywords`);
    expect(countOf('ad_group', 1)).toBe('1 ad group');
  });
});
