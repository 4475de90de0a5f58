import { type EventLog, type FoldFollower, handleCommand, startFoldFollower } from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  createApplication,
  createDirectory,
  type Day,
  type Directory,
  directoryStreamPrefixes,
  evolveDirectory,
  linkAdOrganization,
  proveOwnership,
  proveSdk,
  reportImport,
  submitAdsAccountName,
} from '@tapwise/domain';
import { asTest } from './settings.ts';

const at = '2026-02-01T08:00:00.000Z';

/** The directory of a log, until the signal aborts. */
export function followDirectory(log: EventLog, signal: AbortSignal): FoldFollower<Directory> {
  return startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
    streamPrefixes: directoryStreamPrefixes,
    signal,
  });
}

/** Adds an application. @returns the commit position of the event. */
export async function addApplication(
  log: EventLog,
  application: { id: number; accountId?: number; adamId: number },
): Promise<bigint> {
  const { id, accountId = 1, adamId } = application;
  const added = await handleCommand(log, {
    stream: applicationStream(id),
    decider: applicationDecider,
    cause: 'created',
    context: asTest,
    decide: (state) =>
      createApplication(state, {
        application_id: id,
        account_id: accountId,
        team_id: accountId,
        name: `App ${id}`,
        url: `https://apps.apple.com/app/id${adamId}`,
        api_key: `key-${id}`,
        created_at: at,
      }),
  });
  return added.position;
}

/** Lets the team of an application prove that it runs the app. */
export async function proveRunning(log: EventLog, applicationId: number): Promise<bigint> {
  const proven = await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause: 'proven',
    context: asTest,
    decide: (state) => proveOwnership(state, { proof: 'store_notification', at }),
  });
  return proven.position;
}

/** The SDK reports a first launch of a day, earlier than those before. */
export async function reportFirstLaunch(log: EventLog, applicationId: number, day: Day, at: string): Promise<void> {
  await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause: `first launch ${day}`,
    context: asTest,
    decide: (state) => proveSdk(state, { first_event_day: day, test: false, at }),
  });
}

/** Users of the past were imported back to a day; `complete` when no older ones follow. */
export async function importUsers(
  log: EventLog,
  applicationId: number,
  imported: { first_launch_day: Day; complete: boolean; at: string },
): Promise<bigint> {
  const reached = await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause: `imported ${imported.first_launch_day} ${imported.complete}`,
    context: asTest,
    decide: (state) => reportImport(state, imported),
  });
  return reached.position;
}

/** Gives the name of the ad account of an application. @param minutes After the first time. */
export async function submitName(log: EventLog, applicationId: number, name: string, minutes = 0): Promise<bigint> {
  const submitted_at = new Date(Date.parse(at) + minutes * 60_000).toISOString();
  const submitted = await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause: `submitted ${name} ${submitted_at}`,
    context: asTest,
    decide: (state) => submitAdsAccountName(state, { asa_account_name: name, submitted_at, again: true }),
  });
  return submitted.position;
}

/** Links an organization to an application as if the ad service had shown it. */
export async function linkOrganization(
  log: EventLog,
  applicationId: number,
  organization: { org_id: number; currency: string; time_zone: string },
): Promise<bigint> {
  const linked = await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause: `linked ${organization.org_id}`,
    context: asTest,
    decide: (state) =>
      linkAdOrganization(state, {
        ...organization,
        name: 'Acme',
        account_name: 'Acme',
        payment_model: null,
        linked_at: at,
      }),
  });
  return linked.position;
}
