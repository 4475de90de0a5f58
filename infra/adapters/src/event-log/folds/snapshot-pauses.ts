const firstPauseMs = 10_000;
const longestPauseMs = 300_000;

/**
 * Pause before the next snapshot of a state that goes on changing. The pauses grow with the life of the process, so that a start after a
 * short life reads a part of what was recorded in it, and not all.
 * @param previous the pause before the last one; absent when the first one has just been written.
 */
export const snapshotPause = (previous?: number): number =>
  previous === undefined ? firstPauseMs : Math.min(longestPauseMs, previous * 2);
