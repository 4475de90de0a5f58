import type { RecordedEvent } from '@tapwise/adapters';
import type { InstallRecorded } from './cohort-events.ts';
import { InstallIndex } from './install-link.ts';
import { foldInstall, type InstallRow } from './install-state.ts';

/**
 * Folds a batch's events into the installs they are about.
 * @param existing Rows of the installs that existed before.
 * @returns The touched installs, and events that decide an install that was not reported.
 */
export function foldInstalls(
  existing: readonly InstallRow[],
  events: readonly InstallRecorded[],
): { installs: InstallIndex; parked: { recorded: RecordedEvent; reason: string }[] } {
  const before = new InstallIndex(existing);
  const installs = new InstallIndex();
  const parked: { recorded: RecordedEvent; reason: string }[] = [];
  for (const recorded of events) {
    const { application_id, install_id } = recorded.event.data;
    const current = installs.get(application_id, install_id) ?? before.get(application_id, install_id);
    const row = foldInstall(current, recorded);
    if (row === undefined) parked.push({ recorded, reason: 'The install was never reported' });
    else installs.set(row);
  }
  return { installs, parked };
}
