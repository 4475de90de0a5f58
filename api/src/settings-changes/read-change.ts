import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import {
  campaignStream,
  changeDecider,
  changeStream,
  type DomainEventOf,
  fold,
  isRowEvent,
  type RowEvent,
} from '@tapwise/domain';
import type { ChangeProgress } from './change-watch.ts';

type ChangeEvent = DomainEventOf<
  | 'ChangeRequested'
  | 'ChangeTakenUp'
  | 'ChangeWritesStarted'
  | 'ChangeWritesLeftOpen'
  | 'ChangeLeftInDoubt'
  | 'ChangeSettled'
  | 'ChangeUndone'
>;

const pageSize = 500;

/** A change by the log, with its outcomes from the streams of its campaigns; `undefined` when there is none. */
export async function readChange(log: EventLog, changeId: string): Promise<ChangeProgress | undefined> {
  const recorded = await log.readStream(changeStream(changeId));
  const change = fold(
    changeDecider,
    recorded.map(({ event }) => event as ChangeEvent),
  );
  if (change.status === 'absent') return undefined;
  const outcomes = new Map<number, RowEvent>();
  let position = recorded.at(-1)?.position ?? 0n;
  const ends = new Map(change.settledIn.map(({ campaign_id, revision }) => [campaign_id, BigInt(revision)]));
  for (const { campaign_id, revision } of change.request.campaigns) {
    const part = { from: BigInt(revision) + 1n, to: ends.get(campaign_id) };
    for await (const { event, position: at } of eventsOf(log, campaignStream(campaign_id), part)) {
      if (!isRowEvent(event) || event.data.change_id !== changeId) continue;
      outcomes.set(event.data.row, event);
      if (at > position) position = at;
    }
  }
  return { change, outcomes, position };
}

/** Events of a part of a stream; to its end without `to`. */
async function* eventsOf(
  log: EventLog,
  stream: string,
  { from, to }: { from: bigint; to: bigint | undefined },
): AsyncGenerator<RecordedEvent> {
  for (let next = from; to === undefined || next <= to; ) {
    const page = await log.readStream(stream, { fromRevision: next, maxCount: pageSize });
    for (const recorded of page) if (to === undefined || recorded.revision <= to) yield recorded;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    next = last.revision + 1n;
  }
}
