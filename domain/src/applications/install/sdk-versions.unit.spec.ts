import { describe, expect, it } from 'vitest';
import {
  isRefusedOften,
  lacksTokens,
  newestSdkVersion,
  type SdkVersionFigures,
  sdkVersionAge,
} from './sdk-versions.ts';

const of = (version: string, installs: number, withToken: number, refusedCalls = 0): SdkVersionFigures => ({
  version,
  installs,
  withToken,
  pending: 0,
  newestInstallAt: '2026-03-01T10:00:00Z',
  refusedCalls,
});

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
    expect(lacksTokens(version, [version, ...others])).toBe(lacks);
  });

  it.each([
    ['in three times as many of its calls as the others', of('2.0', 70, 70, 30), [of('1.4', 90, 90, 10)], true],
    ['less than three times as often', of('2.0', 71, 71, 29), [of('1.4', 90, 90, 10)], false],
    ['always, so that no install came from it', of('2.0', 0, 0, 20), [of('1.4', 100, 100)], true],
    ['in few calls', of('2.0', 0, 0, 19), [of('1.4', 100, 100)], false],
    ['few times', of('2.0', 100, 100, 4), [of('1.4', 100, 100)], false],
    ['where the others are refused alone', of('2.0', 100, 100), [of('1.4', 100, 100, 50)], false],
    ['where there is no other', of('2.0', 0, 0, 100), [], false],
  ])('is refused often %s: %o beside %o is %s', (_what, version, others, isRefused) => {
    expect(isRefusedOften(version, [version, ...others])).toBe(isRefused);
  });

  it.each([
    [newestSdkVersion, 'newest'],
    ['1.3.9', 'older'],
    ['1.3', 'older'],
    ['0.10.0', 'older'],
    ['1.4', 'unknown'],
    ['1.10.0', 'unknown'],
    ['2.0.0', 'unknown'],
    ['1.3.0-beta', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
  ] as const)('%s is %s', (version, age) => {
    expect(sdkVersionAge(version)).toBe(age);
  });
});
