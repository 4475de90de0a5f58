import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { type Backtest, type BacktestQuestion, backtest } from '../../api/automation-api.ts';

interface State {
  running: boolean;
  cancelled: boolean;
  error: string | null;
  response: Backtest | null;
  /** How long the work has taken so far. */
  seconds: number;
}

const idle: State = { running: false, cancelled: false, error: null, response: null, seconds: 0 };

/** One back-test at a time; it ends with its answer, with Cancel, or when its dialog goes. */
export function useBacktest(applicationId: number) {
  const [state, setState] = useState(idle);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  useEffect(() => {
    if (!state.running) return;
    const timer = setInterval(() => setState((before) => ({ ...before, seconds: before.seconds + 1 })), 1_000);
    return () => clearInterval(timer);
  }, [state.running]);

  async function start(question: BacktestQuestion): Promise<void> {
    const control = new AbortController();
    work.current = control;
    setState({ ...idle, running: true });
    try {
      const response = await backtest(applicationId, question, control.signal);
      if (!control.signal.aborted) setState({ ...idle, response });
    } catch (failure) {
      if (!control.signal.aborted) setState({ ...idle, error: messageOf(failure) });
    }
  }

  return {
    ...state,
    start: (question: BacktestQuestion) => void start(question),
    cancel(): void {
      work.current?.abort();
      setState({ ...idle, cancelled: true });
    },
  };
}
