import { z } from 'zod';
import type { StateFolder } from '../base/state/state-folder.ts';

const FILE = 'incident.json';
const kept = z.object({ began_at: z.number() });
const lookMs = 1000;

export interface IncidentSite {
  readonly folder: StateFolder;
  readonly faults: { refusedReports: readonly number[] };
  /** Whether the past of the market has been delivered. */
  readonly isHistoryDone: () => boolean;
}

/** Milliseconds. */
export interface IncidentTimes {
  /** From the end of the past on. */
  readonly afterMs: number;
  readonly lastsMs: number;
}

/** Longer than a minute, so that a check that runs every minute meets it. */
export const usualIncident: IncidentTimes = { afterMs: 90_000, lastsMs: 75_000 };

/**
 * Once in the life of a market, soon after its past is delivered, reports of an ad account are refused for a while, as when a person takes the
 * right away and gives it back. Settings can be read and written as ever.
 * @returns What ends it.
 */
export function playIncident(
  { folder, faults, isHistoryDone }: IncidentSite,
  account: number,
  { afterMs, lastsMs }: IncidentTimes = usualIncident,
): () => void {
  if (folder.read(FILE, kept) !== null) return () => {};
  let timer = setInterval(() => {
    if (!isHistoryDone()) return;
    clearInterval(timer);
    timer = setTimeout(() => {
      folder.write(FILE, { began_at: Date.now() });
      faults.refusedReports = [account];
      timer = setTimeout(() => {
        faults.refusedReports = [];
      }, lastsMs);
    }, afterMs);
  }, lookMs);
  return () => clearInterval(timer);
}
