import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimiter } from '../../access/limits/limiter.ts';
import { createLiveQuestion } from './live-question.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A question whose answers take `tookMs`, touched as often as possible. */
function question(tookMs: number, options: { fails?: boolean; needed?: () => boolean } = {}) {
  const began: number[] = [];
  const answered: number[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const liveQuestion = createLiveQuestion({
    gapMs: () => 200,
    ask: async () => {
      began.push(Date.now());
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      atOnce -= 1;
      answered.push(Date.now());
      if (options.fails) throw new Error('away');
    },
    stillNeeded: options.needed ?? (() => true),
    limiter: createLimiter(4, 10),
    onFault: () => undefined,
    now: () => Date.now(),
  });
  const touchFor = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      liveQuestion.touch();
      await vi.advanceTimersByTimeAsync(10);
    }
  };
  return { live: liveQuestion, began, answered, touchFor, mostAtOnce: () => mostAtOnce };
}

describe('a live question', () => {
  it('is answered at most four times a second, however often it is touched', async () => {
    const { answered, touchFor } = question(20);
    await touchFor(10_000);
    expect(answered.length).toBeGreaterThan(30);
    for (const [index, at] of answered.entries()) {
      expect((answered[index + 4] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(1000);
    }
  });

  it('is answered again after a fifth of a second, while there were fewer than four answers in the last one', async () => {
    const { began, touchFor } = question(20);
    await touchFor(1000);
    expect(began.map((at) => at - (began[0] ?? 0))).toEqual([0, 200, 400, 600]);
  });

  it('takes at most two thirds of the time when it is slow, and never runs twice at once', async () => {
    const { began, touchFor, mostAtOnce } = question(2000);
    await touchFor(30_000);
    expect(began.length).toBeLessThanOrEqual(11);
    expect(began.length).toBeGreaterThanOrEqual(9);
    expect(mostAtOnce()).toBe(1);
  });

  it('is asked a second time for what was touched while it ran, and then no more', async () => {
    const { live: liveQuestion, began } = question(100);
    liveQuestion.touch();
    await vi.advanceTimersByTimeAsync(50);
    liveQuestion.touch();
    await vi.advanceTimersByTimeAsync(5000);
    expect(began).toHaveLength(2);
  });

  it('is not asked for what was answered meanwhile', async () => {
    let needed = true;
    const { live: liveQuestion, began } = question(100, { needed: () => needed });
    liveQuestion.touch();
    await vi.advanceTimersByTimeAsync(50);
    liveQuestion.touch();
    needed = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(began).toHaveLength(1);
  });

  it('waits a second after a fault', async () => {
    const { began, touchFor } = question(10, { fails: true });
    await touchFor(5000);
    expect(began.length).toBeLessThanOrEqual(5);
    expect(began.length).toBeGreaterThanOrEqual(4);
  });

  it('is asked no more once it is closed', async () => {
    const { live: liveQuestion, began } = question(10);
    liveQuestion.touch();
    liveQuestion.close();
    liveQuestion.touch();
    await vi.advanceTimersByTimeAsync(5000);
    expect(began).toEqual([]);
  });
});
