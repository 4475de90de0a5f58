import {
  type CallShare,
  callsPerOrganization,
  createFailureRecorder,
  type Environment,
  type EventLog,
  guardLogFormat,
  type Logger,
  openCallShare,
  openClickHouse,
  openEventLog,
  openSecrets,
  readPartStart,
} from '@tapwise/adapters';
import { adServiceCalls } from '@tapwise/domain';
import { countUnderWay, type UnderWay } from '../activity/under-way.ts';
import { serveReadings } from '../campaigns/apply-change/serve-readings.ts';
import { serveSuggestions } from '../campaigns/serve-suggestions/serve-suggestions.ts';
import { leaseSeconds, runProcesses } from '../engine/run-processes.ts';
import { followLogFacts } from '../facts/log-facts.ts';
import { activitiesOn } from '../processes.ts';
import { workflowActor } from '../streams/actor.ts';
import type { Activities } from '../temporal/worker.ts';
import { createDeliveryCaches } from '../users/deliver-webhooks/delivery-caches.ts';
import type { Composition } from './composition.ts';
import { openActivities } from './open-activities.ts';
import { openSearchAds } from './open-apple.ts';
import { openPeopleActivities } from './open-people-activities.ts';

/** The work of this process. */
export interface RunningWork {
  /** Resolves after the signal has aborted and all of it has ended. */
  readonly ended: Promise<void>;
  /** Changes at partners that are under way. */
  readonly writes: UnderWay;
  /** Resolves after the signal has aborted, when what is folded from the log is in snapshots. */
  readonly saved: Promise<unknown>;
}

/**
 * Makes the parts of this process, and runs everything that takes time: on Temporal, or here until one has answered.
 * @throws Error when the log's address is not given; NewerLogError when a newer program may have written to the log.
 */
export async function startWork(environment: Environment, logger: Logger, signal: AbortSignal): Promise<RunningWork> {
  if (environment.EVENTSTORE_URL === undefined) throw new Error('EVENTSTORE_URL is not set');
  const log = openEventLog(environment.EVENTSTORE_URL);
  await guardLogFormat(log, {
    signal,
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be asked yet which program wrote it'),
  });
  const share = shareOfCalls(log, environment, logger);
  const { files, vault } = await openSecrets(environment);
  const tables = openTables(environment);
  const facts = followLogFacts(log, { files, vault }, logger, signal);
  const searchAds = openSearchAds({ environment, log, facts, vault, share, logger });
  const { directory } = facts;
  const failures = createFailureRecorder({ log, directory, logger, context: workflowActor('failures') });
  const deliveryCaches = createDeliveryCaches();
  const shared = { environment, log, logger, facts, failures, searchAds, tables, deliveryCaches, signal };
  const sources = { ...shared, files, vault };
  const opened = openActivities(sources);
  const people = await openPeopleActivities(sources);
  const all: Activities = { ...opened.activities, ...people.activities };
  const [writes, underWay] = countUnderWay(activitiesOn('writes', all));
  const activities: Activities = { ...all, ...writes };
  const composition: Composition = { ...sources, activities, writes };
  const run = async (): Promise<void> => {
    await runProcesses(composition, async ({ signal }) => {
      await Promise.all([serveReadings({ ...composition, signal }), serveSuggestions({ ...composition, signal })]);
    });
    // What was sent is still to be answered and recorded.
    await Promise.all([underWay.idle(), facts.ended]);
    await share.leave();
    await Promise.all([opened.close(), people.close(), searchAds?.close(), tables?.client.close(), log.close()]);
  };
  return { ended: run(), writes: underWay, saved: facts.ended };
}

function openTables({ CLICKHOUSE_URL: url }: Environment): Composition['tables'] {
  return url === undefined ? undefined : { client: openClickHouse(url), url };
}

/** Two processes that call the ad service together do not call it more often than one. */
const shareOfCalls = (log: EventLog, { rawVariables }: Environment, logger: Logger): CallShare =>
  openCallShare(log, {
    subject: adServiceCalls,
    total: callsPerOrganization,
    holder: 'workflows',
    start: readPartStart(rawVariables),
    seconds: leaseSeconds,
    onFault: (error) => logger.warn({ err: error }, 'the calls of the ad service cannot be divided now'),
  });
