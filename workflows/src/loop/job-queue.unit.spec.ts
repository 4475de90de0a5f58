import { createLogger } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { type Job, startJobQueue } from './job-queue.ts';

const logger = createLogger('spec', 'silent');

/** A queue over a clock that a test moves; stops by itself when `rounds` have run. */
function queueOf(rounds: number, jobs: Readonly<Record<string, () => number | 'done'>>) {
  const stopping = new AbortController();
  const ran: string[] = [];
  let time = 0;
  const listed = Object.entries(jobs).map(
    ([name, round]): Job => ({
      name,
      round: async () => {
        ran.push(name);
        time += 1000;
        if (ran.length === rounds) stopping.abort();
        return round();
      },
    }),
  );
  const queue = startJobQueue(listed, { logger, stop: stopping.signal, turn: (round) => round(), now: () => time });
  return { ran, ended: queue.ended };
}

describe('a queue of jobs', () => {
  it('prefers the job listed first, and gives others their turn in its pauses', async () => {
    let rounds = 0;
    const urgent = () => (++rounds < 3 ? 0 : 1);
    const { ran, ended } = queueOf(6, { urgent, later: () => 100, last: () => 100 });
    await ended;
    expect(ran).toEqual(['urgent', 'urgent', 'urgent', 'later', 'urgent', 'last']);
  });

  it('ends when every job is done', async () => {
    const { ran, ended } = queueOf(99, { once: () => 'done', twice: () => 'done' });
    await ended;
    expect(ran).toEqual(['once', 'twice']);
  });

  it('repeats a failed round after a pause, and goes on with other jobs meanwhile', async () => {
    const failing = () => {
      throw new Error('away');
    };
    const { ran, ended } = queueOf(13, { failing, other: () => 0 });
    await ended;
    expect(ran.filter((name) => name === 'failing')).toHaveLength(2);
    expect(ran.indexOf('failing', 1)).toBe(11);
  });

  it('asks at once when it is woken, and then as after a first failure', async () => {
    const stopping = new AbortController();
    const began: number[] = [];
    let time = 0;
    const round = async () => {
      began.push(time);
      if (began.length === 6) stopping.abort();
      throw new Error('refused');
    };
    const other = async () => {
      time += 1000;
      // The fourth round would come 40 seconds after the third.
      if (began.length === 3 && time < 60_000) queue.wake();
      return 0;
    };
    const jobs = [
      { name: 'failing', round },
      { name: 'clock', round: other },
    ];
    const queue = startJobQueue(jobs, { logger, stop: stopping.signal, turn: (run) => run(), now: () => time });
    await queue.ended;
    const pauses = began.slice(1).map((at, index) => at - (began[index] ?? 0));
    expect(pauses).toEqual([10_000, 20_000, 1000, 10_000, 20_000]);
  });

  it('finishes the round it is in when it is stopped, and begins no other', async () => {
    const stopping = new AbortController();
    const ran: string[] = [];
    const round = async () => {
      ran.push('began');
      stopping.abort();
      await Promise.resolve();
      ran.push('ended');
      return 0;
    };
    await startJobQueue([{ name: 'job', round }], { logger, stop: stopping.signal, turn: (run) => run() }).ended;
    expect(ran).toEqual(['began', 'ended']);
  });

  it('is woken before its time', async () => {
    const stopping = new AbortController();
    let rounds = 0;
    const queue = startJobQueue(
      [
        {
          name: 'slow',
          round: async () => {
            rounds += 1;
            if (rounds === 2) stopping.abort();
            else queueMicrotask(() => queue.wake());
            return 3600;
          },
        },
      ],
      { logger, stop: stopping.signal, turn: (run) => run() },
    );
    await queue.ended;
    expect(rounds).toBe(2);
  });
});
