import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { type HeldLease, holdLease, readPartStart, temporalAddress } from '@tapwise/adapters';
import { processesLease } from '@tapwise/domain';
import type { Composition } from '../composition/composition.ts';
import { createLocalRunner } from '../local/local-runner.ts';
import { findProcess } from '../processes.ts';
import { type Adoption, type EngineTerm, followAdoption, recordAdoption } from './adoption.ts';
import { type EngineState, writeEngineState } from './engine-file.ts';
import { startProcesses } from './start-processes.ts';
import { createTemporalLink, type LinkOptions, type TemporalLink } from './temporal-link.ts';

/** A lease of another is free so many seconds after its holder has died. */
export const leaseSeconds = 6;
/** Each process that runs here, and each follower, listens; none is a leak. */
const listenersAtMost = 0;

/**
 * Runs the processes of the product until the signal aborts: in the process that holds the lease until a Temporal has answered for this
 * log for the first time, from then on as workflows, which wait while Temporal is away. Every process carries workflows out; the holder
 * of the lease starts them.
 * @param beside Work that one process does at a time.
 */
export async function runProcesses(
  composition: Composition,
  beside: (lease: HeldLease) => Promise<unknown>,
): Promise<void> {
  const { log, logger, signal, environment } = composition;
  const report = (state: EngineState): void => {
    writeEngineState(environment.DATA_DIR, state, temporalAddress(environment)?.address).catch((error: unknown) =>
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
  const adoption = followAdoption(log, { logger, signal, onAbandoned: () => link.disconnect() });
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the lease on processes cannot be renewed now');
  const start = readPartStart(environment.rawVariables);
  const lease = { name: processesLease, holder: 'workflows', start, seconds: leaseSeconds, signal, onFault };
  const starting = holdLease(log, lease, async (held) => {
    // Each kind of work listens to it.
    setMaxListeners(listenersAtMost, held.signal);
    await Promise.all([startWhereTheyRun(composition, { adoption, link, report }, held), beside(held)]);
  });
  await Promise.all([link.work(), starting]);
}

interface Engine {
  readonly adoption: Adoption;
  readonly link: TemporalLink;
  readonly report: (state: EngineState) => void;
}

/** Starts the processes where they run, and there again when that changes; until the lease ends. */
async function startWhereTheyRun(
  composition: Composition,
  { adoption, link, report }: Engine,
  lease: HeldLease,
): Promise<void> {
  const { logger } = composition;
  while (!lease.signal.aborted) {
    const { engine, over }: EngineTerm = await adoption.current();
    const signal = AbortSignal.any([lease.signal, over]);
    setMaxListeners(listenersAtMost, signal);
    if (engine === 'local') {
      report('local');
      await startLocally(composition, { lease, signal });
      if (!lease.signal.aborted) logger.info('Temporal answers; processes continue there');
    } else {
      const runner = await Promise.race([link.runner(), aborted(signal)]);
      if (runner !== undefined) await startProcesses(composition, { runner, epoch: lease.epoch, signal });
      if (!lease.signal.aborted) logger.info('Temporal was given up; processes continue here');
    }
  }
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Ends when nothing of it runs here any more. @param at.signal Aborts when no further step is to begin here. */
async function startLocally(
  composition: Composition,
  { lease, signal: stop }: { readonly lease: HeldLease; readonly signal: AbortSignal },
): Promise<void> {
  const { activities, logger } = composition;
  const runner = createLocalRunner({
    processes: findProcess,
    activities: { ...activities },
    logger,
    signal: lease.signal,
    stop,
  });
  await startProcesses(composition, { runner, epoch: lease.epoch, signal: stop });
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
