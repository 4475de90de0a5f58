import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programFlags } from '@tapwise/adapters';
import type { ReportQuestion } from '@tapwise/projections/queries';
import { askProcess } from '../measuring/ask-process.ts';
import type { CallerResponse, CallerTask } from './caller.ts';
import { variantsOf } from './sized-calls.ts';

const program = fileURLToPath(new URL('./caller.ts', import.meta.url));

/** Callers at once, each in a process of its own. */
export interface Callers {
  /** All of them ask at once, each its own questions. */
  ask(call: string, question: ReportQuestion, callsEach: number): Promise<CallerResponse>;
  stop(): void;
}

export function startCallers(url: string, count: number): Callers {
  const processes = Array.from({ length: count }, () =>
    fork(program, { execArgv: programFlags(program), serialization: 'advanced' }),
  );
  return {
    async ask(call, question, callsEach) {
      const responses = await Promise.all(
        processes.map((process, caller) =>
          askProcess<CallerResponse>(process, {
            url,
            call,
            questions: variantsOf(question, caller, callsEach),
          } satisfies CallerTask),
        ),
      );
      return {
        durations: responses.flatMap(({ durations }) => durations),
        processorMs: responses.reduce((sum, { processorMs }) => sum + processorMs, 0),
      };
    },
    stop() {
      for (const process of processes) process.kill('SIGKILL');
    },
  };
}
