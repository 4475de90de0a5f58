import { type Directory, findApplication, type ListedChangeSet, scheduleStep } from '@tapwise/domain';
import type { ApplyChangeSetInput } from './apply-change-set.contract.ts';

/** Sets that are being applied, and scheduled ones whose time has come. @param now Milliseconds since 1970. */
export function dueChangeSets(directory: Directory, now: number): ApplyChangeSetInput[] {
  return [...directory.changeSets.values()]
    .filter((set) => isDue(directory, set, now))
    .map(({ change_set_id }) => ({ change_set_id }));
}

function isDue(directory: Directory, set: ListedChangeSet, now: number): boolean {
  if (set.status === 'applying') return true;
  const organization = findApplication(directory, set.application_id)?.organizations.find(
    ({ org_id }) => org_id === set.org_id,
  );
  const step = organization && scheduleStep(set, organization.time_zone, now);
  return step !== undefined && step.kind !== 'wait';
}
