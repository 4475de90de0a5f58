import type { ClickHouseClient, RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent, DomainEventType } from '@tapwise/domain';
import type { TableRows } from '../../../schema/table-rows.ts';
import type { ProjectionId } from '../../tables/checkpoint.queries.ts';
import type { TableName, TableRow } from '../../tables/table-catalogue.ts';

/**
 * What an event means for the tables: rows, nothing (and why), or that its content makes no sense, so that it and the
 * later events of its stream must wait for an operator.
 */
export type Outcome =
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[] }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'park'; readonly reason: string };

/** A recorded event whose type is known. */
export type Recorded<Type extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: Type }>>;

/** What every projection declares. Its tables are those that the table catalogue gives to its name. */
interface DeclaredProjection extends ProjectionId {
  /** Raised when the rows of events that are already projected change; the tables are then rebuilt beside the current ones. */
  readonly version: number;
  readonly eventTypes: readonly DomainEventType[];
  /** At least so many rows as the event makes; bounds the rows of a batch. */
  rowsIn(event: DomainEvent): number;
}

/** Event → rows, as a pure function of one event. Never throws over content. */
export interface EventProjection extends DeclaredProjection {
  project(recorded: RecordedEvent): Outcome;
}

/** Rows of several events, and the events that cannot be projected. */
export interface ProjectedEvents {
  readonly rows: readonly TableRow[];
  readonly parked: readonly { readonly recorded: RecordedEvent; readonly reason: string }[];
}

/** Fills empty tables with a long part of the log; may leave work that is the same for many events to the end. */
export interface ProjectionFill {
  project(client: ClickHouseClient, events: readonly RecordedEvent[]): Promise<ProjectedEvents>;
  /** What was left to the end, in parts; each has a name that is the same when it is done again. */
  finish?(client: ClickHouseClient): AsyncIterable<{
    readonly name: string;
    readonly rows: readonly TableRow[];
    readonly failures: readonly string[];
  }>;
}

/**
 * Rows that depend on what the projection's own tables hold, or on the other events of a batch. Events that are there already change
 * nothing.
 */
export interface BatchProjection extends DeclaredProjection {
  /** @throws the engine's error when something must be looked up. */
  projectBatch(client: ClickHouseClient, events: readonly RecordedEvent[]): Promise<ProjectedEvents>;
  startFill(): ProjectionFill;
}

export type Projection = EventProjection | BatchProjection;

export const rowsOf = (rows: readonly TableRow[]): Outcome => ({ kind: 'rows', rows });
export const skip = (reason: string): Outcome => ({ kind: 'skip', reason });
export const park = (reason: string): Outcome => ({ kind: 'park', reason });

/** For projections that make at most one row of an event. */
export const oneRow = (): number => 1;

/** The columns every table that is fed by the log has. Positions are 64 bits wide, hence text. */
export interface Bookkeeping {
  readonly log_position: string;
  readonly recorded_at: string;
}

/** Columns of a table beside those. */
export type OwnColumns<Name extends TableName> = Omit<TableRows[Name], keyof Bookkeeping>;

export function bookkeeping(recorded: Pick<RecordedEvent, 'position' | 'recordedAt'>): Bookkeeping {
  return { log_position: recorded.position.toString(), recorded_at: recorded.recordedAt.toISOString() };
}
