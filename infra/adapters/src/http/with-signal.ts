import { setMaxListeners } from 'node:events';

/** When a call ends before its answer. */
interface CallEnds {
  /** The call ends with the first of these. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** Milliseconds; as long as it takes when absent. */
  readonly withinMs?: number | undefined;
}

/**
 * Runs a call under a signal of its own. `AbortSignal.any` and `AbortSignal.timeout` would each leave something in the signals that they are
 * made of (some 100 bytes before Node 24), and signals of a part live as long as the part.
 * @throws what the call throws; its signal's reason is that of the first signal, or a TimeoutError.
 */
export async function withSignal<Result>(
  { signals, withinMs }: CallEnds,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const sources = signals.filter((signal) => signal !== undefined);
  const ends = sources.map((signal) => ({ signal, end: () => ending.abort(signal.reason) }));
  for (const { signal, end } of ends) {
    if (signal.aborted) end();
    // Hundreds of calls listen to the signal of a part at once, which is no leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', end, { once: true });
  }
  const tooLate = (): void => ending.abort(new DOMException('There was no answer in time', 'TimeoutError'));
  const timer = withinMs === undefined ? undefined : setTimeout(tooLate, withinMs);
  try {
    return await call(ending.signal);
  } finally {
    clearTimeout(timer);
    for (const { signal, end } of ends) signal.removeEventListener('abort', end);
  }
}
