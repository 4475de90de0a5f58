import { createLogger, readEnvironment } from '@tapwise/adapters';
import { runLongWork } from './house.ts';

/** Longest wait for work under way after the process is told to stop; all of it can be repeated. */
const stopMs = 800;

const environment = readEnvironment();
const logger = createLogger('workflows', environment.LOG_LEVEL);
const stopping = new AbortController();

const stop = (): void => {
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(0), stopMs);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

try {
  await runLongWork(environment, logger, stopping.signal);
  process.exit(0);
} catch (error) {
  logger.fatal({ err: error }, 'long work cannot go on');
  process.exit(1);
}
