import type { RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent, DomainEventType } from '@tapwise/domain';

/** A row of one table. Columns are those of the table's file in `schema/`. */
export interface TableRow {
  readonly table: string;
  readonly row: object;
}

/**
 * What an event means for the tables: rows, nothing (and why), or that its content makes no sense, so that it and the
 * later events of its stream must wait for a person.
 */
export type Outcome =
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[] }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'park'; readonly reason: string };

/** A recorded event whose type is known. */
export type Recorded<Type extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: Type }>>;

/** Event → rows, as a pure function of one event. Never throws over content. */
export interface Projection {
  readonly name: string;
  readonly eventTypes: readonly DomainEventType[];
  project(recorded: RecordedEvent): Outcome;
}

export const rowsOf = (rows: readonly TableRow[]): Outcome => ({ kind: 'rows', rows });
export const skip = (reason: string): Outcome => ({ kind: 'skip', reason });
export const park = (reason: string): Outcome => ({ kind: 'park', reason });

/** The columns every table that is fed by the log has. Positions are 64 bits wide, hence text. */
export function bookkeeping(recorded: Pick<RecordedEvent, 'position' | 'recordedAt'>): {
  log_position: string;
  recorded_at: string;
} {
  return { log_position: recorded.position.toString(), recorded_at: recorded.recordedAt.toISOString() };
}
