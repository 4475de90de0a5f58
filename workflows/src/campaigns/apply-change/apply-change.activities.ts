import type { EventLog, SearchAdsClient } from '@tapwise/adapters';
import { type ChangeRequest, changeStream, type ExistingChange } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { DisconnectedCheck } from '../../activity/disconnected-organizations.ts';
import { runActivity } from '../../activity/run-activity.ts';
import { runBounded } from '../../streams/run-bounded.ts';
import type { ActorVault } from '../change-history/encrypted-actor.ts';
import type {
  ApplyChangeActivities,
  ApplyChangeInput,
  CampaignInput,
  CampaignPass,
  OpenChange,
} from './apply-change.contract.ts';
import { passCampaign } from './campaign-pass.ts';
import { type ChangeLog, type ChangeStreams, createChangeLog, createChangeStreams } from './change-log.ts';
import { campaignsBefore, settingsBeside } from './row-dependencies.ts';
import type { ChangeProgress } from './row-progress.ts';
import type { ChangeRecord } from './settle-by-record.ts';

export interface ApplyChangeDependencies {
  readonly log: EventLog;
  /** `undefined` while the provider's API user is not configured. */
  readonly searchAds: Pick<SearchAdsClient, 'writer' | 'changeHistory'> | undefined;
  /** Encrypts who set what is found instead of a value of ours. Absent: nobody is asked who it was. */
  readonly vault?: ActorVault;
  /** No further call begins after it aborts; those under way are waited for. */
  readonly stopping: AbortSignal;
  /** Whether Stop all holds a change back now. */
  readonly held?: (request: ChangeRequest) => boolean;
  /** Waits until `held` knows what the log has now: the release of Stop all may wake the change before it is known here. */
  readonly catchUp?: () => Promise<unknown>;
  /** Whether the rule whose change it is has ended it: what was not sent yet is left out. */
  readonly stopped?: (request: ChangeRequest) => boolean;
  /** Whether nothing can be done in an organization now: its rows wait as they are. Absent: something can. */
  readonly isDisconnected?: DisconnectedCheck | undefined;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const unconnectedSeconds = 60;
const readsAtOnce = 20;
const changesKept = 200;

interface ApplyChangeContext extends ApplyChangeDependencies {
  readonly streams: ChangeStreams;
  /** What this process saw of rows without an outcome: a cache, which counts while the log has no newer call for a row. */
  readonly progress: LRUCache<string, ChangeProgress>;
  readonly now: () => number;
}

/** Activities of `applyChange`. */
export function createApplyChangeActivities(dependencies: ApplyChangeDependencies): ApplyChangeActivities {
  const context: ApplyChangeContext = {
    ...dependencies,
    now: dependencies.now ?? Date.now,
    streams: createChangeStreams(dependencies.log),
    progress: new LRUCache({ max: changesKept }),
  };
  const withOpen = async (
    { change_id }: ApplyChangeInput,
    work: (change: ExistingChange, log: ChangeLog) => Promise<void>,
  ): Promise<void> => {
    const change = await openChange(context, change_id);
    if (change !== undefined) await work(change, createChangeLog(context.streams, change, context.now));
  };
  return {
    readOpenCampaigns: (input) => readOpenCampaigns(context, input),
    applyToCampaign: (input) => runActivity(() => applyToCampaign(context, input)),
    recordDoubt: (input) =>
      withOpen(input, async ({ request }, log) => {
        const beside = await runBounded(log.campaignIds, readsAtOnce, (id) =>
          settingsBeside(context.streams, input.beside ?? [], id),
        );
        await log.leaveUnconfirmed({
          beside: new Set(beside.flatMap((settings) => [...settings])),
          isStopped: context.stopped?.(request) ?? false,
        });
      }),
    settleChange: (input) => withOpen(input, (_, log) => log.settle()),
  };
}

async function openChange({ streams }: ApplyChangeContext, changeId: string): Promise<ExistingChange | undefined> {
  const { state } = await streams.changes.current(changeStream(changeId));
  return state.status === 'requested' ? state : undefined;
}

async function readOpenCampaigns(context: ApplyChangeContext, { change_id }: ApplyChangeInput): Promise<OpenChange> {
  const change = await openChange(context, change_id);
  if (change === undefined) return { status: 'ended' };
  const isDisconnected = context.isDisconnected?.(change.request.org_id) ?? false;
  if (context.searchAds === undefined || isDisconnected) return { status: 'waiting', seconds: unconnectedSeconds };
  const log = createChangeLog(context.streams, change, context.now);
  const settled = await runBounded(log.campaignIds, readsAtOnce, (id) => log.settledRows(id));
  const open = log.campaignIds.filter((id, index) => log.rowsOf(id).some((row) => settled[index]?.has(row) !== true));
  const waits = (id: number): boolean => campaignsBefore(change, log.rowsOf(id), id).size > 0;
  return {
    status: 'open',
    campaigns: open.filter((id) => !waits(id)),
    later_campaigns: open.filter(waits),
    in_doubt: change.leftUnconfirmed,
  };
}

function recordOf({ searchAds, vault }: ApplyChangeContext, { request }: ExistingChange): ChangeRecord | undefined {
  const history = searchAds?.changeHistory;
  return history === undefined || vault === undefined
    ? undefined
    : { history, vault, applicationId: request.application_id };
}

async function applyToCampaign(
  context: ApplyChangeContext,
  { change_id, beside = [], campaign_id }: CampaignInput,
): Promise<CampaignPass> {
  const { searchAds, streams, progress, stopping, now, held = () => false, stopped = () => false } = context;
  const change = await openChange(context, change_id);
  if (change === undefined || searchAds === undefined) return { pause_seconds: null, has_unsent: false };
  if (held(change.request)) await context.catchUp?.();
  const changeProgress = progress.get(change_id) ?? new Map();
  progress.set(change_id, changeProgress);
  const { dueAt, hasUnsent } = await passCampaign(
    {
      writer: searchAds.writer,
      log: createChangeLog(streams, change, now),
      change,
      record: recordOf(context, change),
      progress: changeProgress,
      now,
      stopping,
      held: () => held(change.request),
      stopped: () => stopped(change.request),
      beside: (id) => settingsBeside(streams, beside, id),
    },
    campaign_id,
  );
  return { pause_seconds: dueAt === undefined ? null : Math.max(0, dueAt - now()) / 1000, has_unsent: hasUnsent };
}
