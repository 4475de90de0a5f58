import { type Directory, forgetEndedSessions } from '@tapwise/domain';

/** Up to so many sessions are not looked through. */
const leastSessions = 1000;

/**
 * Forgets ended sessions whenever there are twice as many as were left the last time: each sign-in costs the same, however many there ever were.
 * @param now milliseconds since 1970.
 */
export function createSessionBound(now: () => number): (directory: Directory) => void {
  let most = leastSessions;
  return (directory) => {
    if (directory.sessions.size <= most) return;
    forgetEndedSessions(directory, now());
    most = Math.max(leastSessions, 2 * directory.sessions.size);
  };
}
