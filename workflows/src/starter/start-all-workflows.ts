import type { EventLog, Logger } from '@tapwise/adapters';
import { findApplication } from '@tapwise/domain';
import type { Client } from '@temporalio/client';
import type { LogFacts } from '../log-facts.ts';
import type { PullOrganizationInput } from '../pull-organization/pull-organization.contract.ts';
import { readPullProgress } from '../pull-organization/pull-progress.ts';
import type { WorkDriver } from './keep-working.ts';
import { keepApplicationsServed } from './start-application-work.ts';
import type { AutomationDriver } from './start-automations.ts';
import type { ChangeSetDriver } from './start-change-sets.ts';
import { keepPullsRunning } from './start-pulls.ts';
import type { RetryDriver } from './start-retries.ts';
import {
  startAutomation,
  startChange,
  startChangeSet,
  startCreation,
  startDeliveries,
  startExtraPulls,
  startPull,
  startRefits,
  startRetry,
  startStoreReports,
  startSync,
} from './start-workflow.ts';

export interface StartOptions {
  readonly client: Client;
  readonly log: EventLog;
  readonly facts: LogFacts;
  /** Whether there is an API user to pull with. */
  readonly pulls: boolean;
  /** Whether there are tables to learn from. */
  readonly refits: boolean;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const callMs = 10_000;

/** Sees to it, until the signal aborts, that the workflows of every organization and application run. */
export async function startAllWorkflows({
  client,
  log,
  facts,
  pulls,
  refits,
  logger,
  signal,
}: StartOptions): Promise<void> {
  const progress = createProgressReader(log, facts);
  const bounded = <Result>(start: () => Promise<Result>) => withinTime(client, start);
  const pulling = () =>
    keepPullsRunning({
      directory: facts.directory,
      changed: facts.organizationsChanged,
      start: async (organization, renewed) => {
        const input = await progress(organization);
        await bounded(() => startPull(client, input, renewed));
        await bounded(() => startExtraPulls(client, organization, renewed));
      },
      logger,
      signal,
    });
  const serving = keepApplicationsServed({
    directory: facts.directory,
    changed: facts.applicationChanged,
    startStoreReports: ({ application_id }, renewed) =>
      bounded(() => startStoreReports(client, { application_id }, renewed)),
    startRefits: refits ? ({ application_id }) => bounded(() => startRefits(client, { application_id })) : undefined,
    logger,
    signal,
  });
  await Promise.all([pulls ? pulling() : undefined, serving]);
}

/** Adds the progress of its pull, by the log, to an organization, so that a new workflow goes on from there. Read once. */
function createProgressReader(
  log: EventLog,
  { directory }: LogFacts,
): (organization: PullOrganizationInput) => Promise<PullOrganizationInput> {
  const read = new Set<string>();
  return async (organization) => {
    const { application_id, org_id } = organization;
    const key = `${application_id}.${org_id}`;
    const application = findApplication(directory.state, application_id);
    const linked = application?.organizations.find((candidate) => candidate.org_id === org_id);
    if (linked === undefined || read.has(key)) return organization;
    const progress = await readPullProgress(log, organization, linked.time_zone, Date.now());
    read.add(key);
    return { ...organization, progress };
  };
}

/** A server that stopped answering must not hold a call for as long as the connection lasts. */
function withinTime<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  return client.connection.withDeadline(Date.now() + callMs, call);
}

/** Has a workflow ask for attributions. */
export function retryOnTemporal(client: Client): RetryDriver {
  return {
    retry: async ({ application_id, install_id }) => {
      await withinTime(client, () => startRetry(client, { application_id, install_id }));
      return 'started';
    },
  };
}

/** Has a workflow carry each change out. */
export const changeOnTemporal = (client: Client): WorkDriver => ({
  name: 'temporal',
  apply: async (change_id, beside = []) => {
    await withinTime(client, () => startChange(client, { change_id, beside }));
    return 'started';
  },
});

/** Has a workflow carry each creation out. */
export const createOnTemporal = (client: Client): WorkDriver => ({
  name: 'temporal',
  apply: async (creation_id) => {
    await withinTime(client, () => startCreation(client, { creation_id }));
    return 'started';
  },
});

/** Has a workflow read product pages. */
export const syncOnTemporal = (client: Client): WorkDriver => ({
  name: 'temporal',
  apply: async (key) => {
    await withinTime(client, () => startSync(client, key));
    return 'started';
  },
});

/** Has a workflow post to each endpoint. */
export const deliverOnTemporal = (client: Client): WorkDriver => ({
  name: 'temporal',
  apply: async (endpoint_id) => {
    await withinTime(client, () => startDeliveries(client, { endpoint_id }));
    return 'started';
  },
});

/** Has a workflow run each rule. */
export function automationOnTemporal(client: Client): AutomationDriver {
  return {
    run: async ({ automation_id, org_id }) => {
      await withinTime(client, () => startAutomation(client, { automation_id, org_id }));
      return 'started';
    },
  };
}

/** Has a workflow apply each set. */
export function changeSetOnTemporal(client: Client): ChangeSetDriver {
  return {
    apply: async ({ change_set_id }) => {
      await withinTime(client, () => startChangeSet(client, { change_set_id }));
      return 'started';
    },
  };
}
