import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from './http/api-error.ts';

interface State<Response> {
  readonly running: boolean;
  readonly cancelled: boolean;
  readonly error: string | null;
  readonly response: Response | null;
  /** How long the work has taken so far. */
  readonly seconds: number;
}

const idle = { running: false, cancelled: false, error: null, response: null, seconds: 0 };

/**
 * A question that takes its time, one at a time; it ends with its answer, with Cancel, or when what asked it goes.
 * @param laterText said where there is no room for the work at present.
 */
export function useLongQuestion<Question, Response>(
  ask: (question: Question, signal: AbortSignal) => Promise<Response>,
  laterText: string,
) {
  const [state, setState] = useState<State<Response>>(idle);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  useEffect(() => {
    if (!state.running) return;
    const timer = setInterval(() => setState((before) => ({ ...before, seconds: before.seconds + 1 })), 1_000);
    return () => clearInterval(timer);
  }, [state.running]);

  async function start(question: Question): Promise<void> {
    const control = new AbortController();
    work.current = control;
    setState({ ...idle, running: true });
    try {
      const response = await ask(question, control.signal);
      if (!control.signal.aborted) setState({ ...idle, response });
    } catch (failure) {
      const isForLater = failure instanceof ApiError && failure.status === 503;
      if (!control.signal.aborted) setState({ ...idle, error: isForLater ? laterText : messageOf(failure) });
    }
  }

  return {
    ...state,
    start: (question: Question) => void start(question),
    cancel: () => {
      work.current?.abort();
      setState({ ...idle, cancelled: true });
    },
  };
}
