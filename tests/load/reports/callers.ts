import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programFlags } from '@tapwise/adapters';
import type { ReportQuestion } from '@tapwise/projections/queries';
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
        processes.map((one, caller) => askOne(one, { url, call, questions: variantsOf(question, caller, callsEach) })),
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

async function askOne(caller: ChildProcess, task: CallerTask): Promise<CallerAnswer> {
  const over = new AbortController();
  const { signal } = over;
  const answered = once(caller, 'message', { signal });
  const ended = once(caller, 'exit', { signal }).then(() => Promise.reject(new Error('A caller ended')));
  // Whichever does not come is no longer listened for.
  for (const one of [answered, ended]) one.catch(() => undefined);
  try {
    caller.send(task);
    const [answer] = (await Promise.race([answered, ended])) as [CallerAnswer];
    return answer;
  } finally {
    over.abort();
  }
}
