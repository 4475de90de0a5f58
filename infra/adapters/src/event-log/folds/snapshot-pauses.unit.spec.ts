import { describe, expect, it } from 'vitest';
import { snapshotPause } from './snapshot-pauses.ts';

const seconds = (count: number) => count * 1000;

/** When a process writes its snapshots, from its first one on. */
function writtenUntil(end: number): number[] {
  const written = [0];
  let pause = snapshotPause();
  for (let at = pause; at <= end; at += pause) {
    written.push(at);
    pause = snapshotPause(pause);
  }
  return written;
}

describe('snapshots of a process', () => {
  it.each([30, 60, 120, 600, 86_400])(
    'leave at most two thirds of its life, and five minutes, to be read after it has lived %i s',
    (life) => {
      const unread = seconds(life) - (writtenUntil(seconds(life)).at(-1) ?? 0);
      expect(unread).toBeLessThanOrEqual(Math.min((seconds(life) * 2) / 3, seconds(300)));
    },
  );

  it('are written once in five minutes in the long run', () => {
    expect(writtenUntil(seconds(86_400)).length).toBeLessThan(86_400 / 300 + 6);
  });
});
