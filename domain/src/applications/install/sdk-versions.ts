/** What one version of the SDK reported. */
export interface SdkVersionFigures {
  /** `null`: the calls named none. */
  readonly version: string | null;
  readonly installs: number;
  /** Installs whose first call brought Apple's token. */
  readonly withToken: number;
  /** Installs whose attribution is not decided yet. */
  readonly pending: number;
  /** ISO 8601. */
  readonly newestInstallAt: string;
}

/** Fewer installs say nothing about a version. */
const leastInstalls = 20;
const leastMissing = 5;
const factor = 3;

/** Whether tokens are missing with a version at least three times as often as with all the others. */
export function lacksTokens(version: SdkVersionFigures, all: readonly SdkVersionFigures[]): boolean {
  const others = all.filter((other) => other !== version);
  const sum = (of: (figures: SdkVersionFigures) => number): number =>
    others.reduce((total, figures) => total + of(figures), 0);
  const othersInstalls = sum(({ installs }) => installs);
  const missing = version.installs - version.withToken;
  if (version.installs < leastInstalls || othersInstalls < leastInstalls || missing < leastMissing) return false;
  const othersMissing = othersInstalls - sum(({ withToken }) => withToken);
  return missing * othersInstalls >= factor * othersMissing * version.installs;
}
