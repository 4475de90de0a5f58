import type { Day, ImpressionShareRow } from '@tapwise/domain';
import type { Reading } from '../lists/reading.ts';

/** A report of impression shares and its state. */
export interface ShareReport {
  readonly id: number;
  readonly name: string;
  readonly state: 'waiting' | 'ready' | 'failed';
}

/** The impression share of one search term, country and day. */
export interface ShareFigures {
  readonly day: Day;
  readonly row: ImpressionShareRow;
}

/** One app's shares by day, country and search term; `from` and `to` are included and at most 30 days apart. */
export interface ShareOrder {
  readonly orgId: number;
  /** Up to 50 characters. */
  readonly name: string;
  readonly adamId: number;
  readonly from: Day;
  readonly to: Day;
}

/** A report that was ordered. */
export interface OrderedShares extends Omit<ShareOrder, 'name'> {
  readonly id: number;
}

/** Impression shares. A service may make a report of them on order only, some a day, and keep it for a while. */
export interface ShareReports {
  /** Whether shares are exact, and no ranges of ten hundredths. */
  readonly areExact: boolean;
  /**
   * Orders a report. Never repeated by itself: a caller that does not know whether an order arrived looks for its name in the list.
   */
  order(order: ShareOrder, signal?: AbortSignal): Promise<ShareReport>;
  /** The last reports of the organization that were ordered, newest first; none where shares need no order. */
  list(orgId: number, signal?: AbortSignal): Promise<ShareReport[]>;
  /** `undefined` for a report the service does not have any more. */
  look(orgId: number, id: number, signal?: AbortSignal): Promise<ShareReport | undefined>;
  /**
   * The figures of a report that is ready.
   * @param report.from and `to`: what was ordered.
   * @throws SearchAdsError when it is not ready, or its content is no such table.
   */
  fetch(report: OrderedShares, signal?: AbortSignal): Promise<Reading<ShareFigures>>;
}

/** Beyond the fifth rank the service gives no rank, or none that is kept. */
export const beyondFifth = 6;
