import { areUsersComing, dayInZone, findApplication } from '@tapwise/domain';
import type { ApiDependencies } from '../dependencies.ts';

/** Whether users of an application's past are being sent: its numbers are then no news, and many a second. */
export function isHistoryComing({ directory, now }: ApiDependencies, applicationId: number): boolean {
  const application = findApplication(directory.state, applicationId);
  if (application === undefined) return false;
  const { organizations, first_sdk_event_date: firstLaunch, first_sdk_event_moved_at: moved } = application;
  const present = now().getTime();
  const movedMsAgo = moved === null ? null : present - Date.parse(moved);
  return areUsersComing({ today: dayInZone(present, organizations[0]?.time_zone ?? 'UTC'), firstLaunch, movedMsAgo });
}
