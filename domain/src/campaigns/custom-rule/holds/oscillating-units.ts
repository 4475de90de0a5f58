/** A unit with a setting that rules turn to and fro, as a run found it. Instants are ISO 8601. */
export interface OscillatingUnit {
  readonly name: string;
  readonly campaign_name: string;
  /** How often it was turned. */
  readonly message: string;
  /** Until when rules leave it alone, or would. */
  readonly until: string;
  readonly found_at: string;
}

/** By key. Changed in place. */
export type OscillatingUnits = Map<string, OscillatingUnit>;

interface FoundUnit {
  readonly key: string;
  readonly name: string;
  readonly campaign_name: string;
  readonly reason: string | null;
  readonly message: string | null;
  readonly until: string | null;
  readonly oscillates_until?: string | null;
}

/** Keeps the units that rules turn to and fro, left alone by the run or only reported, and forgets those for which that is over. */
export function rememberOscillation(units: OscillatingUnits, verdicts: readonly FoundUnit[], found_at: string): void {
  for (const [key, { until }] of units) if (until <= found_at) units.delete(key);
  for (const { key, name, campaign_name, reason, message, ...ends } of verdicts) {
    const until = reason === 'oscillating' ? ends.until : (ends.oscillates_until ?? null);
    if (until !== null) units.set(key, { name, campaign_name, message: message ?? '', until, found_at });
  }
}
