import { DefaultLogger, Runtime } from '@temporalio/worker';

/**
 * Keeps Temporal's own log to errors. Specs share a process, and its runtime is made once for as long as a connection is open: one
 * that is there already is kept.
 */
export function quietTemporal(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'IllegalStateError') throw error;
  }
}
