/** The version that the packages of today have. */
export const newestSdkVersion = '1.4.0';

/** What one version of the SDK reported. */
export interface SdkVersionFigures {
  /** `null`: the calls named none. */
  readonly version: string | null;
  readonly installs: number;
  /** Installs whose first call brought Apple's token. */
  readonly withToken: number;
  /** Installs whose attribution is not decided yet. */
  readonly pending: number;
  /** ISO 8601; `null` without installs. */
  readonly newestInstallAt: string | null;
  /** Calls that were answered 400, which no install came from. */
  readonly refusedCalls: number;
}

/** How old a version is; `unknown` for one that is no version, or newer than all there are. */
export type SdkVersionAge = 'newest' | 'older' | 'unknown';

const versionPattern = /^\d{1,4}(\.\d{1,4}){1,3}$/;

export function sdkVersionAge(version: string | null): SdkVersionAge {
  if (version === newestSdkVersion) return 'newest';
  if (version === null || !versionPattern.test(version)) return 'unknown';
  const numbers = version.split('.').map(Number);
  for (const [index, newest] of newestSdkVersion.split('.').map(Number).entries()) {
    const number = numbers[index] ?? 0;
    if (number !== newest) return number < newest ? 'older' : 'unknown';
  }
  return 'unknown';
}

/** Fewer installs or calls say nothing about a version. */
const leastCounted = 20;
const leastFailing = 5;
const factor = 3;

interface Failing {
  readonly failing: number;
  readonly counted: number;
}

/** Whether tokens are missing with a version at least three times as often as with all the others. */
export const lacksTokens = (version: SdkVersionFigures, all: readonly SdkVersionFigures[]): boolean =>
  failsMoreOften(version, all, ({ installs, withToken }) => ({ failing: installs - withToken, counted: installs }));

/**
 * Whether calls of a version are refused at least three times as often as those of all the others. Each install counts as one call that was
 * accepted: only such calls leave an install.
 */
export const isRefusedOften = (version: SdkVersionFigures, all: readonly SdkVersionFigures[]): boolean =>
  failsMoreOften(version, all, ({ installs, refusedCalls }) => ({
    failing: refusedCalls,
    counted: installs + refusedCalls,
  }));

function failsMoreOften(
  version: SdkVersionFigures,
  all: readonly SdkVersionFigures[],
  failingOf: (figures: SdkVersionFigures) => Failing,
): boolean {
  const { failing, counted } = failingOf(version);
  const others = { failing: 0, counted: 0 };
  for (const figures of all) {
    if (figures === version) continue;
    const other = failingOf(figures);
    others.failing += other.failing;
    others.counted += other.counted;
  }
  if (counted < leastCounted || others.counted < leastCounted || failing < leastFailing) return false;
  return failing * others.counted >= factor * others.failing * counted;
}
