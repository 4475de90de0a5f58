import { describe, expect, it } from 'vitest';
import { isColdLoad } from './cold-load.ts';

describe('a cold load', () => {
  it('is the first path shown, and over with the second, also on the way back', () => {
    const paths = ['/client/reports', '/client/reports', '/client/charts', '/client/reports'];
    expect(paths.map(isColdLoad)).toEqual([true, true, false, false]);
  });
});
