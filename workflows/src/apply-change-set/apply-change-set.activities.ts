import {
  type ClickHouseClient,
  createStreamMemory,
  type EventLog,
  type FoldFollower,
  handleCommand,
} from '@tapwise/adapters';
import {
  type ChangeRequest,
  type Creations,
  changeDecider,
  changeSetDecider,
  changeSetStream,
  changeStream,
  type Directory,
  DomainError,
  type ExistingChangeSet,
  findApplication,
  leaveUnapplied,
  requestChange,
  scheduleStep,
  settleChangeSet,
  stopOf,
} from '@tapwise/domain';
import { runAlive } from '../activity/run-alive.ts';
import type { Step } from '../activity/step.ts';
import { createChangeStreams } from '../apply-change/change-log.ts';
import { workflowActor } from '../streams/actor.ts';
import type { ApplyChangeSetInput } from './apply-change-set.contract.ts';
import { applyScheduled } from './scheduled-change.ts';
import { type SetContext, write } from './set-context.ts';

export interface ApplyChangeSetActivities {
  /** Does what is due for a set; answers whether nothing is left to do, and else when to call again. It may be repeated at any point. */
  applyChangeSet(input: ApplyChangeSetInput): Promise<Step>;
}

export interface ApplyChangeSetDependencies {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly creations: Pick<FoldFollower<Creations>, 'state' | 'caughtUp'>;
  /** `undefined` while there are no tables: then no set with raised daily budgets is applied. */
  readonly tables: ClickHouseClient | undefined;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const setsKept = 100;
const settledPauseSeconds = 2;
const stoppedPauseSeconds = 5;
const longestWaitSeconds = 3600;
const context = workflowActor('apply-change-set');

/** Activities of `applyChangeSet`. */
export function createApplyChangeSetActivities(dependencies: ApplyChangeSetDependencies): ApplyChangeSetActivities {
  const { log, now = Date.now } = dependencies;
  const shared: SetContext = {
    ...dependencies,
    now,
    streams: createChangeStreams(log),
    sets: createStreamMemory(log, changeSetDecider, { keep: setsKept, context }),
  };
  return { applyChangeSet: ({ change_set_id }) => runAlive(() => runStep(shared, change_set_id)) };
}

async function runStep(shared: SetContext, id: string): Promise<Step> {
  await Promise.all([shared.directory.caughtUp, shared.creations.caughtUp]);
  const { state } = await shared.sets.current(changeSetStream(id));
  if (state.status === 'applying' && state.change !== null) return seeThrough(shared, state, state.change);
  if (state.status !== 'approved') return { done: true };
  return followSchedule(shared, state);
}

/** Records the change itself where its caller could not, and the end of the set when the change has its outcomes. */
async function seeThrough(shared: SetContext, set: ExistingChangeSet, change: ChangeRequest): Promise<Step> {
  const { change_id } = change;
  await requestOnce(shared.log, change);
  const { state } = await shared.streams.changes.current(changeStream(change_id));
  if (state.status !== 'settled') return { done: false, again_seconds: settledPauseSeconds };
  const at = new Date(shared.now()).toISOString();
  const { failed } = state;
  await write(shared, set, 'settled', (current) => settleChangeSet(current, { failed, at }));
  return { done: true };
}

function requestOnce(log: EventLog, change: ChangeRequest) {
  const { change_id } = change;
  return handleCommand(log, {
    stream: changeStream(change_id),
    decider: changeDecider,
    cause: `requested ${change_id}`,
    context: { ...context, correlationId: change_id },
    decide: (state) => requestChange(state, change),
  });
}

async function followSchedule(shared: SetContext, set: ExistingChangeSet): Promise<Step> {
  const { directory, now } = shared;
  const application = findApplication(directory.state, set.application_id);
  const organization = application?.organizations.find(({ org_id }) => org_id === set.org_id);
  const step = organization && scheduleStep(set, organization.time_zone, now());
  if (application === undefined || organization === undefined || step === undefined) return { done: true };
  if (step.kind === 'wait') {
    return { done: false, again_seconds: Math.min(longestWaitSeconds, (step.until - now()) / 1000) };
  }
  const { schedule } = set;
  if (step.kind === 'missed') {
    return giveUp(shared, set, { reason: 'missed', message: `The scheduled time ${schedule} was missed` });
  }
  const stopped = stopOf(directory.state.teams.get(application.team_id) ?? {}, application.application_id);
  if (stopped !== undefined) return { done: false, again_seconds: stoppedPauseSeconds };
  try {
    const change = await applyScheduled(shared, set, { application, organization });
    return seeThrough(shared, set, change);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // It was edited at the same moment: its present state is read again.
    if (error.code === 'conflict' || error.code === 'wrong_state') return { done: false, again_seconds: 0 };
    return giveUp(shared, set, { reason: 'refused', message: error.message });
  }
}

async function giveUp(
  shared: SetContext,
  set: ExistingChangeSet,
  why: { reason: 'missed' | 'refused'; message: string },
): Promise<Step> {
  const at = new Date(shared.now()).toISOString();
  const { schedule } = set;
  if (schedule === null) return { done: true };
  await write(shared, set, why.reason, (current) => leaveUnapplied(current, { schedule, ...why, at }));
  return { done: true };
}
