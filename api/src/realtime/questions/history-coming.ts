import { areUsersComing, findApplication, usersFacts } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';

/**
 * Milliseconds between two answers while years of users are sent after the fact: answers would take the processor from what they wait
 * for.
 */
export const historyGapMs = 3000;

/** Whether users of an application's past are being sent: its numbers are then no news, and many a second. */
export function isHistoryComing({ directory, now }: ApiDependencies, applicationId: number): boolean {
  const application = findApplication(directory.state, applicationId);
  return application !== undefined && areUsersComing(usersFacts(application, now().getTime()));
}
