import { randomUUID } from 'node:crypto';
import { createStreamMemory, type EventLog, type StreamMemory, type WriteScope } from '@tapwise/adapters';
import {
  type CampaignEvent,
  type CampaignState,
  type ChangeEvent,
  type ChangeState,
  campaignDecider,
  campaignStream,
  changeDecider,
  changeStream,
  type ExistingChange,
  leaveUnconfirmed,
  leaveWritesOpen,
  objectOfKey,
  type RowEvent,
  type RowResult,
  rowEvents,
  rowsLeftUnconfirmed,
  settleChange,
  startWrites,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';

/** The streams that changes are carried out on, as one process remembers them. */
export interface ChangeStreams {
  readonly changes: StreamMemory<ChangeState, ChangeEvent>;
  readonly campaigns: StreamMemory<CampaignState, CampaignEvent | RowEvent>;
}

const changesKept = 200;
const campaignsKept = 200;

export function createChangeStreams(log: EventLog): ChangeStreams {
  const context = workflowActor('apply-change');
  return {
    changes: createStreamMemory(log, changeDecider, { keep: changesKept, context }),
    campaigns: createStreamMemory(log, campaignDecider, { keep: campaignsKept, context }),
  };
}

type Settled = ReadonlyMap<number, RowResult['outcome']>;
type Results = readonly (readonly [row: number, result: RowResult])[];

/** What is written to the log while one change is carried out. */
export interface ChangeLog {
  /** For calls made for this change. */
  readonly scope: WriteScope;
  readonly campaignIds: readonly number[];
  rowsOf(campaignId: number): readonly number[];
  /** Rows with an outcome, read again. */
  settledRows(campaignId: number): Promise<Settled>;
  /**
   * Records that rows are being sent.
   * @param seen By row: how often calls for it had begun when it was decided to send it.
   * @returns those that may be sent: no other change of one has begun since.
   */
  startWrites(campaignId: number, seen: ReadonlyMap<number, number>): Promise<ReadonlySet<number>>;
  leaveOpen(campaignId: number, rows: readonly number[], end: 'unknown' | 'limited' | 'not_sent'): Promise<void>;
  record(campaignId: number, results: Results): Promise<void>;
  /** Records with whatever else has come by then, in the background. */
  recordSoon(campaignId: number, results: Results): void;
  /** Resolves when all of it is recorded. @throws the log's error. */
  recorded(): Promise<void>;
  /** Records, where it is so, that all rows without an outcome are unconfirmed, or wait for settings of `beside`. */
  leaveUnconfirmed(surroundings: { readonly beside: ReadonlySet<string>; readonly isStopped: boolean }): Promise<void>;
  settle(): Promise<void>;
}

export function createChangeLog(streams: ChangeStreams, change: ExistingChange, now: () => number): ChangeLog {
  const { request } = change;
  const { change_id } = request;
  const stream = changeStream(change_id);
  const cause = (what: string): string => `${what} ${change_id} ${randomUUID()}`;
  const rows = rowsByCampaign(change);
  const append = (what: string, decide: (state: ChangeState) => readonly ChangeEvent[]) =>
    streams.changes.change(stream, cause(what), decide as (state: ChangeState) => ChangeEvent[], change_id);
  const record = async (campaignId: number, results: Results): Promise<void> => {
    if (results.length === 0) return;
    const decide = (state: CampaignState) =>
      rowEvents(request, stillOpen(results, state.settled.get(change_id)), state);
    await streams.campaigns.change(campaignStream(campaignId), cause('outcomes'), decide, change_id);
  };
  const soon = createRecorder(record);
  return {
    scope: { orgId: request.org_id, currency: request.currency, priority: priorityOf(request.actor.kind) },
    campaignIds: [...rows.keys()],
    rowsOf: (campaignId) => rows.get(campaignId) ?? [],
    settledRows: async (campaignId) => {
      const { state } = await streams.campaigns.current(campaignStream(campaignId));
      return state.settled.get(change_id) ?? new Map();
    },
    startWrites: async (campaign_id, seen) => {
      const data = { change_id, campaign_id, rows: [...seen.keys()], started_at: new Date(now()).toISOString() };
      let started: readonly number[] = [];
      const appended = await append('writes', (current) => {
        const events = startWrites(current, data, (row) => seen.get(row) ?? 0);
        for (const event of events) if (event.type === 'ChangeWritesStarted') started = event.data.rows;
        return events;
      });
      // What another process appended first was decided again, and nothing may be left of it.
      return new Set(appended === 0 ? [] : started);
    },
    leaveOpen: async (campaign_id, open, end) => {
      if (open.length === 0) return;
      const ended_at = new Date(now()).toISOString();
      await append('open', (current) =>
        leaveWritesOpen(current, { change_id, campaign_id, rows: [...open], end, ended_at }),
      );
    },
    record,
    recordSoon: soon.add,
    recorded: soon.idle,
    leaveUnconfirmed: async (surroundings) => {
      const ends = await endedRows(streams, change_id, rows.keys());
      const left_at = new Date(now()).toISOString();
      await append('unconfirmed', (current) => {
        if (current.status !== 'requested') return [];
        const open = rowsLeftUnconfirmed(current, { ...surroundings, ends });
        return open === undefined ? [] : leaveUnconfirmed(current, { change_id, rows: open, left_at });
      });
    },
    settle: async () => {
      const campaigns: { campaign_id: number; revision: number }[] = [];
      let failed = 0;
      for (const campaign_id of rows.keys()) {
        const { revision, state } = await streams.campaigns.current(campaignStream(campaign_id));
        campaigns.push({ campaign_id, revision: Number(revision ?? 0n) });
        for (const outcome of state.settled.get(change_id)?.values() ?? []) {
          if (outcome !== 'changed' && outcome !== 'unchanged') failed += 1;
        }
      }
      const settled_at = new Date(now()).toISOString();
      await append('settled', (current) => settleChange(current, { change_id, settled_at, campaigns, failed }));
    },
  };
}

/** Results of rows without an outcome: another process may have recorded one meanwhile. */
const stillOpen = (results: Results, settled: ReadonlyMap<number, unknown> | undefined): Results =>
  results.filter(([row]) => !settled?.has(row));

/** Outcomes of rows of a change, in whichever of its campaigns. */
async function endedRows(
  streams: ChangeStreams,
  changeId: string,
  campaignIds: Iterable<number>,
): Promise<Map<number, string>> {
  const ended = new Map<number, string>();
  for (const campaignId of campaignIds) {
    const { state } = await streams.campaigns.current(campaignStream(campaignId));
    for (const [row, end] of state.settled.get(changeId) ?? []) ended.set(row, end);
  }
  return ended;
}

const priorityOf = (kind: ExistingChange['request']['actor']['kind']): WriteScope['priority'] =>
  kind === 'rule' || kind === 'creation' ? kind : 'person';

function rowsByCampaign({ request }: ExistingChange): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  for (const [index, { key }] of request.rows.entries()) {
    const { campaignId } = objectOfKey(key);
    const existing = rows.get(campaignId);
    if (existing === undefined) rows.set(campaignId, [index]);
    else existing.push(index);
  }
  return rows;
}

/** Writes one batch at a time; what comes meanwhile makes the next batch. */
function createRecorder(write: (campaignId: number, results: Results) => Promise<void>) {
  const waiting = new Map<number, (readonly [number, RowResult])[]>();
  let running: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  const run = async (): Promise<void> => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [campaignId, results] = next;
      waiting.delete(campaignId);
      await write(campaignId, results);
    }
  };
  return {
    add: (campaignId: number, results: Results): void => {
      if (results.length === 0) return;
      waiting.set(campaignId, [...(waiting.get(campaignId) ?? []), ...results]);
      if (running !== undefined) return;
      running = run()
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => {
          running = undefined;
        });
    },
    idle: async (): Promise<void> => {
      while (running !== undefined) await running;
      if (failure !== undefined) throw failure.error;
    },
  };
}
