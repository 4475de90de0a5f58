import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withSignal } from './with-signal.ts';

const untilAborted = (signal: AbortSignal): Promise<unknown> => pause(60_000, undefined, { signal });

describe('a call under a signal of its own', () => {
  it('ends with the first signal that aborts, for its reason', async () => {
    const part = new AbortController();
    const caller = new AbortController();
    const reasons: unknown[] = [];
    const call = withSignal({ signals: [part.signal, undefined, caller.signal], withinMs: 60_000 }, (signal) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      return untilAborted(signal);
    });
    caller.abort('no longer wanted');
    await expect(call).rejects.toThrow('aborted');
    expect(reasons).toEqual(['no longer wanted']);
  });

  it('is told at once of a signal that has aborted before', async () => {
    const told = await withSignal({ signals: [AbortSignal.abort('over')] }, async (signal) => signal.reason as unknown);
    expect(told).toBe('over');
  });

  it('ends when its time is over', async () => {
    let reason: unknown;
    const call = withSignal({ signals: [], withinMs: 1 }, (signal) => {
      signal.addEventListener('abort', () => (reason = signal.reason));
      return untilAborted(signal);
    });
    await expect(call).rejects.toThrow('aborted');
    expect(reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('leaves nothing in the signals it was given, however it ends', async () => {
    const part = new AbortController();
    await withSignal({ signals: [part.signal] }, async () => getEventListeners(part.signal, 'abort').length).then(
      (during) => expect(during).toBe(1),
    );
    await withSignal({ signals: [part.signal], withinMs: 60_000 }, () => Promise.reject(new Error('refused'))).catch(
      () => undefined,
    );
    expect(getEventListeners(part.signal, 'abort')).toEqual([]);
  });
});
