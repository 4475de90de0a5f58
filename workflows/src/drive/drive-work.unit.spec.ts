import { createLogger } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { driveWork } from './drive-work.ts';

const logger = createLogger('spec', 'silent');

/** Resolves when it is let go. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Work that writes down what happens, over a Temporal that a test starts and stops. */
function driven() {
  const stopping = new AbortController();
  const story: string[] = [];
  const there = { answers: true };
  let up = gate();
  /** The loop's round under way goes on until it is let go. */
  let round = gate();
  let began = gate();
  const ended = driveWork({
    connect: async (signal) => {
      await Promise.race([up.opened, aborted(signal)]);
      signal.throwIfAborted();
      up = gate();
      return 'connection';
    },
    isResponding: async () => there.answers,
    close: async () => void story.push('closed'),
    runLoop: async (stop) => {
      story.push('loop begins');
      await aborted(stop);
      await round.opened;
      story.push('loop ended');
    },
    runTemporal: async (_connection, stop) => {
      story.push('Temporal begins');
      began.open();
      await aborted(stop);
      story.push('Temporal ended');
    },
    onDriver: (driver) => void story.push(`driver ${driver}`),
    logger,
    signal: stopping.signal,
    awayMs: 0,
    lookMs: 1,
  });
  return {
    story,
    there,
    ended,
    stop: () => stopping.abort(),
    temporalComes: () => up.open(),
    roundEnds: () => round.open(),
    temporalWorks: () => began.opened,
    again: () => {
      round = gate();
      began = gate();
    },
  };
}

describe('who drives the work', () => {
  it('is the loop until Temporal answers, and Temporal only after the loop has finished what it is in', async () => {
    const work = driven();
    work.temporalComes();
    // Everything that could happen before the round ends has happened after this turn.
    await new Promise((resolve) => setImmediate(resolve));
    expect(work.story).toEqual(['driver loop', 'loop begins']);
    work.roundEnds();
    await work.temporalWorks();
    work.stop();
    await work.ended;
    expect(work.story.slice(2)).toEqual([
      'loop ended',
      'driver temporal',
      'Temporal begins',
      'Temporal ended',
      'closed',
    ]);
  });

  it('is the loop again when Temporal stays away, and Temporal again when it comes back', async () => {
    const work = driven();
    work.roundEnds();
    work.temporalComes();
    await work.temporalWorks();
    work.again();
    work.roundEnds();
    work.there.answers = false;
    work.temporalComes();
    await work.temporalWorks();
    work.stop();
    await work.ended;
    const begun = work.story.filter((line) => line.startsWith('driver'));
    expect(begun.slice(0, 4)).toEqual(['driver loop', 'driver temporal', 'driver loop', 'driver temporal']);
    expect(work.story.indexOf('Temporal ended')).toBeLessThan(work.story.lastIndexOf('loop begins'));
  });

  it('ends with the process while there is no Temporal', async () => {
    const work = driven();
    work.roundEnds();
    work.stop();
    await work.ended;
    expect(work.story).toEqual(['driver loop', 'loop begins', 'loop ended']);
  });
});
