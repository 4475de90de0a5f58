import type { EventLog, SearchAdsClient } from '@tapwise/adapters';
import { type ChangeRequest, changeStream, type ExistingChange } from '@tapwise/domain';
import { runAlive } from '../activity/run-alive.ts';
import type { Step } from '../activity/step.ts';
import { runBounded } from '../streams/run-bounded.ts';
import type { ApplyChangeInput } from './apply-change.contract.ts';
import { settingsBeside } from './beside.ts';
import { passCampaign } from './campaign-pass.ts';
import { type ChangeStreams, createChangeLog, createChangeStreams } from './change-log.ts';
import { campaignsBefore } from './row-order.ts';
import type { ChangeProgress } from './row-progress.ts';

export interface ApplyChangeActivities {
  /**
   * Does all that is due for a change: reads what holds, sends what may be sent, reads back what was not answered. Answers whether every
   * row has its outcome, and else when it is to be called again. It may be cut off and repeated at any point.
   */
  applyChange(input: ApplyChangeInput): Promise<Step>;
}

export interface ApplyChangeDependencies {
  readonly log: EventLog;
  /** `undefined` while the provider's API user is not configured. */
  readonly searchAds: Pick<SearchAdsClient, 'writer'> | undefined;
  /** No further call begins after it aborts; those under way are waited for. */
  readonly stopping: AbortSignal;
  /** Whether Stop all holds a change back now. */
  readonly held?: (request: ChangeRequest) => boolean;
  /** Whether the rule whose change it is has ended it: what was not sent yet is left out. */
  readonly stopped?: (request: ChangeRequest) => boolean;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const campaignsAtOnce = 4;
const withoutUserSeconds = 60;

/** Activities of `applyChange`. */
export function createApplyChangeActivities(dependencies: ApplyChangeDependencies): ApplyChangeActivities {
  const streams = createChangeStreams(dependencies.log);
  const progress = new Map<string, ChangeProgress>();
  const running = new Set<string>();
  return {
    applyChange: ({ change_id, beside }) =>
      runAlive(async () => {
        // A driver that switches to the other may still be at it here.
        if (running.has(change_id)) return { done: false, again_seconds: 1 };
        running.add(change_id);
        try {
          const changeProgress = progress.get(change_id) ?? new Map();
          progress.set(change_id, changeProgress);
          const step = await applyNow(dependencies, streams, { change_id, beside }, changeProgress);
          if (step.done) progress.delete(change_id);
          return step;
        } finally {
          running.delete(change_id);
        }
      }),
  };
}

async function applyNow(
  { searchAds, stopping, held = () => false, stopped = () => false, now = Date.now }: ApplyChangeDependencies,
  streams: ChangeStreams,
  { change_id, beside = [] }: ApplyChangeInput,
  progress: ChangeProgress,
): ReturnType<ApplyChangeActivities['applyChange']> {
  const { state } = await streams.changes.current(changeStream(change_id));
  if (state.status !== 'requested') return { done: true };
  if (searchAds === undefined) return { done: false, again_seconds: withoutUserSeconds };
  const change: ExistingChange = state;
  const log = createChangeLog(streams, change, now);
  const context = {
    writer: searchAds.writer,
    log,
    change,
    progress,
    now,
    stopping,
    held: () => held(change.request),
    stopped: () => stopped(change.request),
    beside: (id: number) => settingsBeside(streams, beside, id),
    behind: new Set<number>(),
    unsent: new Set<number>(),
  };
  const waits = (id: number): boolean => campaignsBefore(change, log.rowsOf(id), id).size > 0;
  const pass = (ids: readonly number[]) => runBounded(ids, campaignsAtOnce, (id) => passCampaign(context, id));
  // What others wait for comes first, so that they need not be looked at again.
  const dues = [
    ...(await pass(log.campaignIds.filter((id) => !waits(id)))),
    ...(await pass(log.campaignIds.filter(waits))),
  ];
  const open = dues.filter((due) => due !== undefined);
  if (open.length === 0) {
    await log.settle();
    return { done: true };
  }
  if (!state.inDoubt && context.unsent.size === 0) await log.leaveInDoubt(context.behind);
  return { done: false, again_seconds: Math.max(0, Math.min(...open) - now()) / 1000 };
}
