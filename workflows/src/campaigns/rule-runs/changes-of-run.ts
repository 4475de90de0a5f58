import { type EventLog, eventIdFrom, handleCommand } from '@tapwise/adapters';
import {
  type ChangeRequest,
  type ChangeRow,
  campaignStream,
  changeDecider,
  changeRequestOf,
  changeStream,
  isRowEvent,
  type LinkedOrganization,
  type RowEvent,
  type RowOutcomes,
  requestChange,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { ChangeStreams } from '../apply-change/change-log.ts';

/** A rule of any kind, and where it runs. */
interface RunningRule {
  readonly rule: { readonly name: string };
  readonly organization: LinkedOrganization;
}

/** What the changes of a run follow from. */
interface RunStart {
  readonly automation_id: number;
  readonly application_id: number;
  readonly version: number;
  readonly slot: string;
  readonly as_of: string;
  readonly campaigns: readonly { readonly campaign_id: number; readonly revision: number }[];
}

/** A change that a run requests in the name of its rule. @param cause What the id of the change is made from. */
export function changeOfRun(
  { rule, organization }: RunningRule,
  start: RunStart,
  { cause, rows }: { readonly cause: string; readonly rows: readonly ChangeRow[] },
): ChangeRequest {
  const { automation_id, application_id: applicationId, version, slot, as_of: at } = start;
  return changeRequestOf({
    changeId: eventIdFrom(cause),
    applicationId,
    organization,
    actor: { kind: 'rule', account_id: null, source: `${automation_id}.${version}.${slot}` },
    comment: rule.name,
    confirmed: false,
    undoes: null,
    rows,
    campaigns: new Map(
      start.campaigns.map(({ campaign_id, revision }) => [campaign_id, { revision: BigInt(revision) }]),
    ),
    at,
  });
}

/** Requests the changes of a run, each once. */
export async function requestChanges(log: EventLog, requests: readonly ChangeRequest[]): Promise<void> {
  for (const request of requests) {
    const { change_id } = request;
    await handleCommand(log, {
      stream: changeStream(change_id),
      decider: changeDecider,
      cause: `requested ${change_id}`,
      context: { ...workflowActor('run-automation'), correlationId: change_id },
      assume: 'new',
      decide: (state) => requestChange(state, request),
    });
  }
}

/** Whether all of these changes have ended. */
export async function areChangesSettled(
  changes: ChangeStreams['changes'],
  requests: readonly ChangeRequest[],
): Promise<boolean> {
  for (const { change_id } of requests) {
    const { state } = await changes.current(changeStream(change_id));
    if (state.status !== 'settled') return false;
  }
  return true;
}

/** How the rows of a change ended, by their index. */
export async function outcomesOf(log: EventLog, request: ChangeRequest): Promise<RowOutcomes> {
  const outcomes = new Map<number, RowEvent>();
  for (const { campaign_id, revision } of request.campaigns) {
    const events = await log.readStream(campaignStream(campaign_id), { fromRevision: BigInt(revision) });
    for (const { event } of events) {
      if (isRowEvent(event) && event.data.change_id === request.change_id) outcomes.set(event.data.row, event);
    }
  }
  return outcomes;
}
