import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, readEnvironment, startTelemetry, stopTelemetry } from '@tapwise/adapters';
import { type RunningWork, startWork } from './composition/compose.ts';

/** Longest wait for work under way that can be repeated, after the process is asked to stop. */
const repeatableMs = 800;

const environment = readEnvironment();
const logger = createLogger('workflows', environment.LOG_LEVEL);
await startTelemetry('workflows', environment, logger);
const stopping = new AbortController();
// Each kind of work listens to it.
setMaxListeners(100, stopping.signal);
let work: RunningWork | undefined;

/** Waits for everything, then only for changes at partners, which cannot simply be repeated, and for snapshots. */
const leave = async (): Promise<void> => {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await pause(repeatableMs);
  const left = Promise.all([work?.writes.idle(), work?.saved]);
  await Promise.race([left, pause(environment.WORKER_GRACE_SECONDS * 1000 - repeatableMs)]);
  await stopTelemetry();
  process.exit(0);
};
process.once('SIGTERM', () => void leave());
process.once('SIGINT', () => void leave());

try {
  work = await startWork(environment, logger, stopping.signal);
  await work.ended;
  await stopTelemetry();
  process.exit(0);
} catch (error) {
  logger.fatal({ err: error }, 'the worker cannot go on');
  process.exit(1);
}
