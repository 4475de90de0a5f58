import { join } from 'node:path';
import { temporalAddress } from '@tapwise/adapters';
import type { Composition } from '../composition.ts';
import { createLocalRunner } from '../local/local-runner.ts';
import { findProcess } from '../processes.ts';
import { type Adoption, followAdoption, recordAdoption } from './adoption.ts';
import { type EngineState, writeEngineState } from './engine-file.ts';
import { startProcesses } from './start-processes.ts';
import { createTemporalLink, type LinkOptions, type TemporalLink } from './temporal-link.ts';

/**
 * Runs the processes of the product until the signal aborts: in this process until a Temporal has answered for this log for the first
 * time, from then on as workflows, which wait while Temporal is away.
 */
export async function runProcesses(composition: Composition): Promise<void> {
  const { log, logger, signal, environment } = composition;
  const adoption = followAdoption(log, logger, signal);
  const report = (state: EngineState): void => {
    writeEngineState(environment.DATA_DIR, state).catch((error: unknown) =>
      logger.warn({ err: error }, 'what runs the processes cannot be written down'),
    );
  };
  const link = createTemporalLink(linkOptions(composition), {
    onResponding: async () => {
      await recordAdoption(log);
      report('temporal');
    },
    onSilent: () => report('queued'),
  });
  await Promise.all([link.work(), startWhereTheyRun(composition, { adoption, link, report })]);
}

interface Engine {
  readonly adoption: Adoption;
  readonly link: TemporalLink;
  readonly report: (state: EngineState) => void;
}

async function startWhereTheyRun(composition: Composition, { adoption, link, report }: Engine): Promise<void> {
  const { signal, logger } = composition;
  if ((await adoption.engine()) === 'local') {
    report('local');
    await startLocally(composition, AbortSignal.any([signal, adoption.adopted]));
    if (!signal.aborted) logger.info('Temporal answers; processes continue there');
  } else report('queued');
  const runner = await link.runner();
  if (runner !== undefined) await startProcesses(composition, runner, signal);
}

/** Ends when nothing of it runs here any more. */
async function startLocally(composition: Composition, stop: AbortSignal): Promise<void> {
  const { activities, logger, signal } = composition;
  const runner = createLocalRunner({
    processes: findProcess,
    activities: { ...activities },
    logger,
    signal,
    stop,
  });
  await startProcesses(composition, runner, stop);
  await runner.ended();
}

const linkOptions = ({ environment, activities, writes, logger, signal }: Composition): LinkOptions => ({
  address: temporalAddress(environment),
  bundleFolder: join(environment.DATA_DIR, 'workflows'),
  activities,
  writes,
  graceMs: environment.WORKER_GRACE_SECONDS * 1000,
  logger,
  signal,
});
