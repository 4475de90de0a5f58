import type { CommandContext } from '@tapwise/adapters';
import {
  type ApplicationState,
  applicationDecider,
  applicationStream,
  dayInZone,
  type OpenApplication,
  reportImport,
} from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import { type IngestContext, nowIso } from '../ingest-context.ts';
import type { ReadUser } from './read-user.ts';

/** Records how far back imports of users reach. */
export interface ImportReach {
  /**
   * @param imported `complete` when no older users follow.
   * @returns the commit position; 0 when there was nothing to record.
   */
  record(
    commandContext: CommandContext,
    application: OpenApplication,
    imported: { readonly users: readonly ReadUser[]; readonly complete: boolean },
  ): Promise<bigint>;
}

const applicationsKept = 100;

/** Remembers applications as this process wrote them last: an import writes to the same one again and again. */
export function createImportReach(context: IngestContext): ImportReach {
  const written = new LRUCache<number, { state: ApplicationState; revision: bigint }>({ max: applicationsKept });
  return {
    record: async (commandContext, application, { users, complete }) => {
      const { application_id, first_sdk_event_date: firstEventDate, organizations } = application;
      const [earliest] = users.map(({ report }) => report.first_launch_at).toSorted();
      const zone = organizations[0]?.time_zone ?? 'UTC';
      const day = earliest === undefined ? firstEventDate : dayInZone(Date.parse(earliest), zone);
      if (day === null || (!complete && firstEventDate !== null && firstEventDate <= day)) return 0n;
      const at = nowIso(context);
      const since = written.get(application_id);
      const { position, state, revision } = await context.queue.handle({
        stream: applicationStream(application_id),
        decider: applicationDecider,
        ...(since === undefined ? {} : { since, assume: 'current' }),
        decide: (before) => reportImport(before, { first_launch_day: day, complete, at }),
        cause: `users-imported|${day}|${complete}|${at}`,
        context: commandContext,
      });
      if (revision !== undefined) written.set(application_id, { state, revision });
      return position;
    },
  };
}
