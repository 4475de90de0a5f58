import { openClickHouse } from '@tapwise/adapters';
import type { ReportQuestion } from '@tapwise/projections/queries';
import { sizedCalls } from './sized-calls.ts';

/** What a caller is asked for: one call, with several questions one after the other. */
export interface CallerTask {
  readonly url: string;
  readonly call: string;
  readonly questions: readonly ReportQuestion[];
}

/** How long each took until its answer was text, and the caller's own processor time for all of them; milliseconds. */
export interface CallerResponse {
  readonly durations: readonly number[];
  readonly processorMs: number;
}

/** Program: a caller in a process of its own, as a server is; it asks and makes the text of the answer. */
let client: ReturnType<typeof openClickHouse> | undefined;

process.on('message', (task: CallerTask) => void runCalls(task));

async function runCalls({ url, call, questions }: CallerTask): Promise<void> {
  client ??= openClickHouse(url);
  const { ask } = sizedCalls.find(({ name }) => name === call) ?? {};
  if (ask === undefined) throw new Error(`No call is named ${call}`);
  const before = process.cpuUsage();
  const durations: number[] = [];
  for (const question of questions) {
    const began = performance.now();
    const report = (await ask(client, question)) as object;
    // The position travels in a header.
    JSON.stringify({ ...report, position: undefined });
    durations.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  process.send?.({ durations, processorMs: (user + system) / 1000 } satisfies CallerResponse);
}
