import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { specProgramArguments } from '../../../support/programs/spec-programs.ts';
import type { ApiService } from '../../../support/services/api-service.ts';

export interface OwnRulesWorkerOptions {
  readonly addresses: ApiService['addresses'];
  /** Has the keys of channels. */
  readonly folder: string;
  /** `host:port` that may be posted to. */
  readonly target: string;
  readonly smtpUrl: string;
  /** Of rules. */
  readonly hourMs: number;
  readonly slotSeconds: number;
  readonly sendsAreAheadMs: number;
}

export function startOwnRulesWorker(options: OwnRulesWorkerOptions): ChildProcess {
  const { addresses, folder, target, smtpUrl, hourMs, slotSeconds, sendsAreAheadMs } = options;
  const { EVENTSTORE_URL, CLICKHOUSE_URL } = addresses;
  const numbers = [hourMs, slotSeconds, sendsAreAheadMs].map(String);
  const program = specProgramArguments('own-rules-worker');
  const args = [...program, EVENTSTORE_URL, CLICKHOUSE_URL, folder, target, smtpUrl, ...numbers];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** SIGKILL; resolves when it has ended. */
export async function stopWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}
