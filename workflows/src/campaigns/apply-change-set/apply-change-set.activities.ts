import {
  type ClickHouseClient,
  createStreamMemory,
  type EventLog,
  type FoldFollower,
  handleCommand,
} from '@tapwise/adapters';
import {
  type ChangeRequest,
  type ChangeSetSurroundings,
  type Creations,
  changeDecider,
  changeSetDecider,
  changeSetStep,
  changeSetStream,
  changeStream,
  type Directory,
  DomainError,
  type ExistingChangeSet,
  findApplication,
  leaveUnapplied,
  requestChange,
  settleChangeSet,
  stopOf,
  teamDecider,
  teamStream,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { createChangeStreams } from '../apply-change/change-log.ts';
import type {
  ApplyChangeSetActivities,
  ApplyChangeSetInput,
  ApplyEnd,
  NextSetStep,
} from './apply-change-set.contract.ts';
import { applyScheduled, type SetTarget } from './scheduled-change.ts';
import { type SetContext, write } from './set-context.ts';

export interface ApplyChangeSetDependencies {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly creations: Pick<FoldFollower<Creations>, 'state' | 'caughtUp'>;
  /** `undefined` while there are no tables: then no set with raised daily budgets is applied. */
  readonly tables: ClickHouseClient | undefined;
  readonly version: SetContext['version'];
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const setsKept = 100;
const teamsKept = 100;
/** What ends these waits wakes the process as well. */
const settledPauseSeconds = 60;
const stoppedPauseSeconds = 600;
const context = workflowActor('apply-change-set');

/** Activities of `applyChangeSet`. */
export function createApplyChangeSetActivities(dependencies: ApplyChangeSetDependencies): ApplyChangeSetActivities {
  const { log, now = Date.now } = dependencies;
  const shared: SetContext = {
    ...dependencies,
    now,
    streams: createChangeStreams(log),
    sets: createStreamMemory(log, changeSetDecider, { keep: setsKept, context }),
    teams: createStreamMemory(log, teamDecider, { keep: teamsKept, context }),
  };
  return {
    readChangeSet: (input) => readNext(shared, input),
    applySet: (input) => applyDue(shared, input),
    requestChange: async (input) => {
      const { change } = (await currentSet(shared, input)) ?? {};
      if (change != null) await requestOnce(log, change);
    },
    settleSet: async (input) => {
      const set = await currentSet(shared, input);
      if (set?.change == null) return;
      const { state } = await shared.streams.changes.current(changeStream(set.change.change_id));
      if (state.status !== 'settled') return;
      const { failed } = state;
      const at = new Date(now()).toISOString();
      await write(shared, set, 'settled', (current) => settleChangeSet(current, { failed, at }));
    },
    leaveUnapplied: async ({ change_set_id, schedule, reason, message }) => {
      const set = await currentSet(shared, { change_set_id });
      if (set === undefined) return;
      const at = new Date(now()).toISOString();
      await write(shared, set, reason, (current) => leaveUnapplied(current, { schedule, reason, message, at }));
    },
  };
}

async function currentSet(
  { sets }: Pick<SetContext, 'sets'>,
  { change_set_id }: ApplyChangeSetInput,
): Promise<ExistingChangeSet | undefined> {
  const { state } = await sets.current(changeSetStream(change_set_id));
  return state.status === 'absent' ? undefined : state;
}

async function readNext(shared: SetContext, input: ApplyChangeSetInput): Promise<NextSetStep> {
  const { now } = shared;
  const set = await currentSet(shared, input);
  if (set === undefined) return { step: 'ended' };
  const step = changeSetStep(set, await surroundingsOf(shared, set));
  switch (step.step) {
    case 'wait':
      return { step: 'wait', seconds: (step.until - now()) / 1000 };
    case 'stopped':
      return { step: 'wait', seconds: stoppedPauseSeconds };
    case 'follow':
      return { step: 'wait', seconds: settledPauseSeconds };
    default:
      return step;
  }
}

async function surroundingsOf(
  { directory, streams, teams, now }: SetContext,
  set: ExistingChangeSet,
): Promise<ChangeSetSurroundings> {
  await directory.caughtUp;
  const target = targetOf(directory.state, set);
  // By the log itself: the event that woke the set may be newer than what this process has read.
  const team = target && (await teams.current(teamStream(target.application.team_id))).state;
  const change = set.change && (await streams.changes.current(changeStream(set.change.change_id))).state;
  return {
    timeZone: target?.organization.time_zone,
    isStopped: team?.status !== 'absent' && team !== undefined && stopOf(team, set.application_id) !== undefined,
    change: change?.status ?? 'absent',
    now: now(),
  };
}

/** @returns `undefined` where its organization is not linked any more. */
function targetOf(directory: Directory, { application_id, org_id }: ExistingChangeSet): SetTarget | undefined {
  const application = findApplication(directory, application_id);
  const organization = application?.organizations.find((linked) => linked.org_id === org_id);
  return application && organization && { application, organization };
}

async function applyDue(shared: SetContext, input: ApplyChangeSetInput): Promise<ApplyEnd> {
  await Promise.all([shared.directory.caughtUp, shared.creations.caughtUp]);
  const set = await currentSet(shared, input);
  const target = set && targetOf(shared.directory.state, set);
  if (set === undefined || target === undefined || set.status !== 'approved' || set.schedule === null)
    return { kind: 'edited' };
  try {
    await applyScheduled(shared, set, target);
    return { kind: 'applied' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'conflict' || error.code === 'wrong_state') return { kind: 'edited' };
    return { kind: 'refused', schedule: set.schedule, message: error.message };
  }
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
