import type { RecordedEvent } from '@tapwise/infra';
import type { InstallRecorded } from './cohort-events.ts';
import { foldInstall, type InstallRow } from './install-state.ts';
import { installSubjectKey } from './install-link.ts';

/**
 * Folds a batch's events into the installs they are about.
 * @param known Rows of the installs that existed before.
 * @returns Touched installs by `installSubjectKey`, and events that decide an install nobody reported.
 */
export function foldInstalls(
  known: readonly InstallRow[],
  events: readonly InstallRecorded[],
): { installs: Map<string, InstallRow>; parked: { recorded: RecordedEvent; reason: string }[] } {
  const before = new Map(known.map((row) => [exactKey(row), row]));
  const folded = new Map<string, InstallRow>();
  const parked: { recorded: RecordedEvent; reason: string }[] = [];
  for (const recorded of events) {
    const key = exactKey(recorded.event.data);
    const row = foldInstall(folded.get(key) ?? before.get(key), recorded);
    if (row === undefined) parked.push({ recorded, reason: 'The install was never reported' });
    else folded.set(key, row);
  }
  const installs = new Map([...folded.values()].map((row) => [installSubjectKey(row), row]));
  return { installs, parked };
}

const exactKey = ({ application_id, install_id }: { application_id: number; install_id: string }): string =>
  `${application_id} ${install_id}`;
