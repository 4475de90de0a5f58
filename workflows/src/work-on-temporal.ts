import type { Composition } from './composition.ts';
import type { TemporalConnection } from './drive/temporal-connection.ts';

/** Runs workers and starts workflows over one connection. Resolves when both have ended. @throws why either of them ended. */
export async function workOnTemporal(
  composition: Composition,
  temporal: TemporalConnection,
  stop: AbortSignal,
): Promise<void> {
  const { activities, writes, environment, log, facts, searchAds, tables, logger } = composition;
  const { native: connection, bundle, client } = temporal;
  const [{ runWorkers }, { startAllWorkflows }] = await Promise.all([
    import('./worker.ts'),
    import('./starter/start-all-workflows.ts'),
  ]);
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  const worker = runWorkers({
    connection,
    activities,
    writes,
    logger,
    signal,
    workflows: { workflowBundle: { codePath: bundle } },
    namespace: environment.TEMPORAL_NAMESPACE,
    graceMs: environment.WORKER_GRACE_SECONDS * 1000,
  }).finally(() => over.abort());
  const starting = startAllWorkflows({
    client,
    log,
    facts,
    logger,
    signal,
    pulls: searchAds !== undefined,
    refits: tables !== undefined,
  });
  // Both have ended before the other driver starts.
  const ended = await Promise.allSettled([worker, starting]);
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}
