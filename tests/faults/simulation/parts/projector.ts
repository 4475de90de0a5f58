import type { ClickHouseClient, EventLog, Logger } from '@tapwise/adapters';
import { projections } from '../../../../projections/src/projection-list.ts';
import { followTables } from '../../../../projections/src/writing/runner/follow-tables.ts';

/** What a process of `projections` does. */
export const runProjector = (
  access: { readonly log: EventLog; readonly client: ClickHouseClient; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> => followTables({ ...access, signal, projections });
