import type { DomainEvent, DomainEventOf } from '@tapwise/domain';
import { objectOf, textOf } from '../engines/ad-reports.ts';

type Recorded = DomainEventOf<'AdsReportRowsRecorded'>['data'];

/** Figures of the ad service, kept while the log is written. */
export class FigureRecord {
  /** The newest row of each object and day, as text. */
  readonly #newest = new Map<string, string>();
  readonly recorded: Recorded[] = [];

  note(event: DomainEvent): void {
    if (event.type !== 'AdsReportRowsRecorded') return;
    const { level, campaign_id, day, rows } = event.data;
    this.recorded.push(event.data);
    for (const row of rows) {
      const figures = { level, campaign_id, day, row };
      this.#newest.set(objectOf(figures), textOf(figures));
    }
  }

  /** What the log says now: rows in which there is something. */
  rows(): string[] {
    return [...this.#newest.values()].filter((row) => !row.endsWith(' 0 0 0 0 0')).sort();
  }
}
