import { type DomainEvent, type FrozenBody, frozenBodies, type MailEvent } from '@tapwise/domain';
import { isFollowed } from '../../../infra/adapters/src/event-log/reading/followed-types.ts';
import type { StoredEvent } from '../../../infra/adapters/src/event-log/transport/log-transport.ts';
import type { MemoryLog } from './engines/memory-log.ts';

/** Kept while the log is written, so that nothing has to be read again and again. */
export class LogRecord {
  #seen = 0;
  /** Position of the newest event that a follower of the whole log gets. */
  followedPosition = 0n;
  /** Mails and changes that have ended. */
  readonly ended = new Set<string>();
  /** Positions of the outcomes of rows, by the bid that only this row sets. */
  readonly outcomes = new Map<number, { readonly type: string; readonly position: bigint }[]>();

  /** Deliveries of webhooks by the original transaction they are about, as often as they were queued. */
  readonly queued = new Map<string, string[]>();
  /** Bytes of webhooks by delivery, as often as they were frozen. */
  readonly frozen = new Map<string, FrozenBody[]>();
  /** When a delivery was first recorded as delivered; milliseconds since 1970. */
  readonly deliveredAt = new Map<string, number>();
  /** Deliveries that are not tried again. */
  readonly settled = new Set<string>();

  constructor(log: MemoryLog) {
    log.follow(() => {
      for (; this.#seen < log.events.length; this.#seen += 1) this.#note(log.events[this.#seen] as StoredEvent);
    });
  }

  #note(stored: StoredEvent): void {
    if (isFollowed(stored.type)) this.followedPosition = stored.position;
    const event = { type: stored.type, data: stored.data } as DomainEvent;
    if (isMailEnd(event)) this.ended.add(event.data.mail_id);
    else if (event.type === 'ChangeSettled') this.ended.add(event.data.change_id);
    this.#noteWebhooks(event, stored.recordedAtMs);
    const bid = bidOfOutcome(event);
    if (bid === undefined) return;
    const { type } = stored;
    this.outcomes.set(bid, [...(this.outcomes.get(bid) ?? []), { type, position: stored.position }]);
  }

  #noteWebhooks(event: DomainEvent, at: number): void {
    if (event.type === 'WebhooksQueued')
      for (const { delivery_id, original_transaction_id: original } of event.data.deliveries)
        append(this.queued, original ?? '', delivery_id);
    else if (event.type === 'WebhooksFrozen')
      for (const body of frozenBodies(event)) append(this.frozen, body.delivery_id, body);
    else if (event.type === 'WebhooksAttempted')
      for (const { delivery_id, state } of event.data.attempts) {
        if (state === 'delivered' && !this.deliveredAt.has(delivery_id)) this.deliveredAt.set(delivery_id, at);
        if (state !== 'pending') this.settled.add(delivery_id);
      }
  }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

const isMailEnd = (
  event: DomainEvent,
): event is Extract<MailEvent, { type: 'MailSent' | 'MailSkipped' | 'MailRefused' }> =>
  event.type === 'MailSent' || event.type === 'MailSkipped' || event.type === 'MailRefused';

const outcomeTypes: ReadonlySet<string> = new Set([
  'KeywordBidChanged',
  'BidChangeFoundUnnecessary',
  'BidChangeRefusedByApple',
  'BidChangeConflicted',
  'BidChangeSkipped',
  'BidChangeOutcomeLeftUnknown',
]);

function bidOfOutcome(event: DomainEvent): number | undefined {
  if (!outcomeTypes.has(event.type) || !('new' in event.data) || typeof event.data.new !== 'number') return undefined;
  return event.data.new;
}
