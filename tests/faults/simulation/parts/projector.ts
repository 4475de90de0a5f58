import type { ClickHouseClient, EventLog, Logger } from '@tapwise/adapters';
import { projections } from '../../../../projections/src/projection-list.ts';
import { followTables } from '../../../../projections/src/writing/runner/follow-tables.ts';
import { isBatch } from '../../../../projections/src/writing/runner/project-entries.ts';
import type { EventProjection } from '../../../../projections/src/writing/runner/projection.ts';

/** Those that are a function of single events: the others ask the tables by SQL. */
export const simulatedProjections: readonly EventProjection[] = projections.filter(
  (projection): projection is EventProjection => !isBatch(projection),
);

/** What a process of `projections` does. */
export const runProjector = (
  access: { readonly log: EventLog; readonly client: ClickHouseClient; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> => followTables({ ...access, signal, projections: simulatedProjections });
