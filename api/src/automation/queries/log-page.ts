import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import type { AutomationLogRow } from '@tapwise/contract/automation';
import {
  type AutomationRunEvent,
  automationRunStream,
  isRunEvent,
  logLines,
  organizationName,
  type RunSummary,
} from '@tapwise/domain';

export interface LogPageSources {
  readonly log: Pick<EventLog, 'readStream'>;
  /** Runs of the rule, newest first by their starts. */
  readonly runs: readonly RunSummary[];
  readonly organizations: readonly { readonly org_id: number; readonly name: string; readonly currency: string }[];
}

/** Rows in one answer; the rows of one instant are never parted. */
export const logPageSize = 200;

/** Events of a run that are read at once: one holds up to 500 decisions. */
const eventsAtOnce = 4;

/**
 * The newest rows of the log of a rule that are older than an instant. Runs are read from their ends, and no further than the page goes;
 * one that ended before the page's last row is not read at all.
 * @param before ISO 8601.
 */
export async function readLogPage(sources: LogPageSources, before: string): Promise<AutomationLogRow[]> {
  let rows: AutomationLogRow[] = [];
  for (const run of sources.runs) {
    const least = rows[logPageSize - 1]?.date ?? '';
    // A run that began earlier may have ended later.
    if (run.started_at >= before || (run.ended_at !== null && run.ended_at < least)) continue;
    rows = wholeInstants([...rows, ...(await rowsOfRun(sources, run, { before, least }))].sort(newestFirst));
  }
  return rows;
}

/** What has one instant stays in the order it was found in: newer runs and events first. */
export const newestFirst = (left: AutomationLogRow, right: AutomationLogRow): number =>
  left.date === right.date ? 0 : left.date < right.date ? 1 : -1;

/** The first rows, and all others of the last one's instant: the next page begins before it. */
export function wholeInstants(rows: AutomationLogRow[]): AutomationLogRow[] {
  const last = rows[logPageSize - 1]?.date;
  return last === undefined ? rows : rows.filter(({ date }) => date >= last);
}

async function rowsOfRun(
  { log, organizations }: LogPageSources,
  run: RunSummary,
  { before, least }: { before: string; least: string },
): Promise<AutomationLogRow[]> {
  const organization = organizations.find(({ org_id }) => org_id === run.org_id);
  const name = organizationName(organizations, run.org_id);
  const rows: AutomationLogRow[] = [];
  for await (const { event } of fromTheEnd(log, automationRunStream(run))) {
    if (!isRunEvent(event)) continue;
    const date = instantOf(event);
    const last = rows[logPageSize - 1]?.date ?? '';
    if (date < least || date < last) break;
    if (date < before) rows.push(...rowsOfEvent(event, name, organization?.currency ?? 'USD'));
  }
  return rows;
}

/** Events of a stream, newest first, read as far as they are asked for. */
async function* fromTheEnd(log: LogPageSources['log'], stream: string): AsyncGenerator<RecordedEvent> {
  let from: bigint | undefined;
  do {
    const start = from === undefined ? {} : { fromRevision: from };
    const events = await log.readStream(stream, { ...start, backwards: true, maxCount: eventsAtOnce });
    yield* events;
    const oldest = events.at(-1)?.revision ?? 0n;
    from = oldest - 1n;
  } while (from >= 0n);
}

function rowsOfEvent(event: AutomationRunEvent, organizationName: string, currency: string): AutomationLogRow[] {
  const date = instantOf(event);
  return logLines(event, currency).map(({ campaign_name, message, key, decision_id }) => ({
    date,
    asaOrganizationName: organizationName,
    campaignName: campaign_name,
    message,
    run_id: event.data.run_id,
    key: key === '' ? null : key,
    decision_id: decision_id === '' ? null : decision_id,
  }));
}

function instantOf({ data }: AutomationRunEvent): string {
  if ('settled_at' in data) return data.settled_at;
  if ('ended_at' in data) return data.ended_at;
  if ('left_out_at' in data) return data.left_out_at;
  if ('decided_at' in data) return data.decided_at;
  return 'as_of' in data ? data.as_of : data.requested_at;
}
