import { describe, expect, it } from 'vitest';
import { lacksTokens, type SdkVersionFigures } from './sdk-versions.ts';

const of = (version: string, installs: number, withToken: number): SdkVersionFigures => ({
  version,
  installs,
  withToken,
  pending: 0,
  newestInstallAt: '2026-03-01T10:00:00Z',
});

/** The first version among the others. */
const judge = (...versions: [SdkVersionFigures, ...SdkVersionFigures[]]): boolean => lacksTokens(versions[0], versions);

describe('a version of the SDK', () => {
  it.each([
    ['three times as often as the others', of('2.0', 100, 70), [of('1.4', 100, 90)], true],
    ['less than three times as often', of('2.0', 100, 71), [of('1.4', 100, 90)], false],
    ['often, where the others together have them', of('2.0', 50, 0), [of('1.4', 90, 88), of('1.3', 10, 10)], true],
    ['as rarely as with the others', of('2.0', 100, 99), [of('1.4', 100, 99)], false],
    ['in few installs', of('2.0', 19, 0), [of('1.4', 100, 100)], false],
    ['few times', of('2.0', 1000, 996), [of('1.4', 100, 100)], false],
    ['where the others are few', of('2.0', 100, 0), [of('1.4', 19, 19)], false],
    ['where there is no other', of('2.0', 100, 0), [], false],
  ])('lacks tokens %s: %o beside %o is %s', (_what, version, others, lacks) => {
    expect(judge(version, ...others)).toBe(lacks);
  });
});
