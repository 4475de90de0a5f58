import { type DomainEvent, type DomainEventOf, isRowEvent, type MailEvent, objectOfKey } from '@tapwise/domain';
import { isFollowed } from '../../../../infra/adapters/src/event-log/reading/followed-types.ts';
import type { StoredEvent } from '../../../../infra/adapters/src/event-log/transport/log-transport.ts';
import { rowOf } from '../engines/ad-market.ts';
import type { MemoryLog } from '../engines/memory-log.ts';
import type { Keys } from '../engines/readable-vault.ts';
import { AlertRecord } from './alert-record.ts';
import { CreationRecord } from './creation-record.ts';
import { CustomRunRecord } from './custom-run-record.ts';
import { ErasureRecord } from './erasure-record.ts';
import { FigureRecord } from './figure-record.ts';
import { append, RunRecord } from './run-record.ts';
import { WebhookRecord } from './webhook-record.ts';

/** How a row that changes a bid ended. */
interface RowOutcome {
  /** Change and index. */
  readonly id: string;
  readonly type: string;
  readonly position: bigint;
  /** Of the keyword. */
  readonly key: string;
  readonly keywordId: number;
  /** Micros. */
  readonly bid: number;
  /** Of a rule: the slot it follows from. */
  readonly source: string | null;
}

/** A bid that was found at the ad service, and is not the one that was known. */
interface ObservedBid {
  readonly keywordId: number;
  /** Micros. */
  readonly bid: number;
  /** When it was recorded; milliseconds since 1970. */
  readonly at: number;
}

/** Kept while the log is written, so that nothing has to be read again and again. */
export class LogRecord {
  #seen = 0;
  /** Position of the newest event that a follower of the whole log gets. */
  followedPosition = 0n;
  /** Mails and changes that have ended. */
  readonly ended = new Set<string>();
  /** Outcomes of rows, by change and index. */
  readonly outcomes = new Map<string, RowOutcome[]>();
  /** Rows without an outcome, by keyword and the bid that they set. */
  readonly #open = new Map<string, Set<string>>();
  /** Runs of rules by their streams. */
  readonly runs = new RunRecord();
  readonly figures = new FigureRecord();
  readonly creations = new CreationRecord();
  readonly customRuns = new CustomRunRecord();
  readonly alerts = new AlertRecord();
  /** Bids that a pull recorded as others than those known before. */
  readonly observed: ObservedBid[] = [];
  readonly #bids = new Map<number, number>();

  readonly webhooks = new WebhookRecord();
  readonly erasure: ErasureRecord;

  constructor(log: MemoryLog, keys: Keys) {
    this.erasure = new ErasureRecord(keys);
    log.follow(() => {
      for (; this.#seen < log.events.length; this.#seen += 1) this.#note(log.events[this.#seen] as StoredEvent);
    });
  }

  #note(stored: StoredEvent): void {
    if (isFollowed(stored.type)) this.followedPosition = stored.position;
    const event = { type: stored.type, data: stored.data } as DomainEvent;
    if (isMailEnd(event)) this.ended.add(event.data.mail_id);
    else if (event.type === 'ChangeRequested') this.#noteRequested(event.data);
    else if (event.type === 'ChangeSettled') this.ended.add(event.data.change_id);
    this.webhooks.note(event, stored.recordedAtMs);
    this.runs.note(stored.stream, event);
    this.figures.note(event);
    this.creations.note(event);
    this.erasure.note(event, stored.dataText);
    this.customRuns.note(stored.stream, event);
    this.alerts.note(event);
    if (event.type === 'KeywordsObserved') this.#noteBids(event.data.keywords, stored.recordedAtMs);
    const outcome = outcomeOf(event, stored.position);
    if (outcome === undefined) return;
    if (outcome.type === 'KeywordBidChanged') this.#bids.set(outcome.keywordId, outcome.bid);
    append(this.outcomes, outcome.id, outcome);
    this.#open.get(rowOf(outcome.keywordId, outcome.bid))?.delete(outcome.id);
  }

  /** Whether a row that sets a keyword to a bid waits for its outcome. @param row See `rowOf`. */
  isOpen(row: string): boolean {
    return (this.#open.get(row)?.size ?? 0) > 0;
  }

  #noteRequested({ change_id, rows }: DomainEventOf<'ChangeRequested'>['data']): void {
    for (const [index, { key, new: bid }] of rows.entries()) {
      const row = rowOf(objectOfKey(key).keywordId ?? 0, Number(bid));
      this.#open.set(row, (this.#open.get(row) ?? new Set()).add(`${change_id} ${index}`));
    }
  }

  #noteBids(keywords: DomainEventOf<'KeywordsObserved'>['data']['keywords'], at: number): void {
    for (const { keyword_id: keywordId, bid_micros: bid } of keywords) {
      if (bid === null) continue;
      if ((this.#bids.get(keywordId) ?? bid) !== bid) this.observed.push({ keywordId, bid, at });
      this.#bids.set(keywordId, bid);
    }
  }
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

function outcomeOf(event: DomainEvent, position: bigint): RowOutcome | undefined {
  const { type } = event;
  if (!outcomeTypes.has(type) || !isRowEvent(event) || typeof event.data.new !== 'number') return undefined;
  const { change_id, row, key, new: bid, actor } = event.data;
  return {
    id: `${change_id} ${row}`,
    type,
    position,
    key,
    keywordId: objectOfKey(key).keywordId ?? 0,
    bid,
    source: actor.source,
  };
}
