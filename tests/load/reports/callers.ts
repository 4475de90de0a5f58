import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programFlags } from '@tapwise/adapters';
import type { ReportQuestion } from '@tapwise/projections/queries';
import { askProcess } from '../measuring/ask-process.ts';
import type { CallerAnswer, CallerTask } from './caller.ts';
import { variantsOf } from './sized-calls.ts';

const program = fileURLToPath(new URL('./caller.ts', import.meta.url));

/** Callers at once, each in a process of its own. */
export interface Callers {
  /** All of them ask at once, each its own questions. */
  ask(call: string, question: ReportQuestion, callsEach: number): Promise<CallerAnswer>;
  stop(): void;
}

export function startCallers(url: string, count: number): Callers {
  const processes = Array.from({ length: count }, () =>
    fork(program, { execArgv: programFlags(program), serialization: 'advanced' }),
  );
  return {
    async ask(call, question, callsEach) {
      const answers = await Promise.all(
        processes.map((one, caller) =>
          askProcess<CallerAnswer>(one, {
            url,
            call,
            questions: variantsOf(question, caller, callsEach),
          } satisfies CallerTask),
        ),
      );
      return {
        taken: answers.flatMap(({ taken }) => taken),
        processorMs: answers.reduce((sum, { processorMs }) => sum + processorMs, 0),
      };
    },
    stop() {
      for (const one of processes) one.kill('SIGKILL');
    },
  };
}
