import type { EventLog, FailureRecorder } from '@tapwise/adapters';
import {
  addDays,
  type Day,
  type FailureCause,
  type FailureSource,
  fold,
  hasMoney,
  type StoreReportsPullState,
  type StoreSalesEvent,
  storeDayDecider,
  storeDayStream,
} from '@tapwise/domain';

export interface StoreProblemScope {
  readonly log: EventLog;
  readonly failures: FailureRecorder;
  readonly application_id: number;
  /** The newest day that can have a report. */
  readonly yesterday: Day;
}

/** Days whose rows are looked at: the store corrects files of the last ten. */
const daysLookedAt = 10;

/** Records what lasts although the store answers: reports that do not come or cannot be read, and rows with money that are in no figure. */
export async function recordStoreProblems(scope: StoreProblemScope, state: StoreReportsPullState): Promise<void> {
  const pending = [...state.pending].map(([day, { reason, columns }]) => ({ day, reason, columns }));
  const late = pending.filter(({ reason }) => reason === 'not_available' || reason === 'unclear_answer');
  const short = pending.filter(({ reason }) => reason === 'missing_column');
  const broken = pending.filter(({ reason }) => reason === 'unreadable');
  const columns = [...new Set(short.flatMap((pendingDay) => pendingDay.columns))].sort().join(', ');
  await record(scope, 'store_days', late.length > 0 && { reason: 'pending', detail: daysText(late) });
  await record(
    scope,
    'store_files',
    short.length > 0
      ? { reason: 'column_missing', detail: cut(`${columns}; ${daysText(short)}`) }
      : broken.length > 0 && { reason: 'unreadable', detail: daysText(broken) },
  );
  const aside = await daysWithMoneyAside(scope);
  await record(scope, 'store_rows', aside.length > 0 && { reason: 'set_aside', detail: daysText(aside) });
}

async function record(
  { failures, application_id }: StoreProblemScope,
  source: FailureSource,
  cause: FailureCause | false,
): Promise<void> {
  const subject = { application_id, org_id: null, source };
  await (cause === false ? failures.succeeded(subject) : failures.failed(subject, cause));
}

async function daysWithMoneyAside({ log, application_id, yesterday }: StoreProblemScope): Promise<{ day: Day }[]> {
  const days = Array.from({ length: daysLookedAt }, (_, age) => addDays(yesterday, -age));
  const candidates = await Promise.all(
    days.map(async (day) => {
      const recorded = await log.readStream(storeDayStream(application_id, day));
      const events = recorded.map(({ event }) => event as StoreSalesEvent);
      return { day, aside: [...fold(storeDayDecider, events).sales.setAside.values()].some(hasMoney) };
    }),
  );
  return candidates.filter(({ aside }) => aside);
}

const cut = (text: string): string => text.slice(0, 200);

/** The first and the last of some days, and how many there are. */
function daysText(days: readonly { day: Day }[]): string {
  const [first, ...others] = days.map(({ day }) => day).sort();
  return others.length === 0 ? `${first}` : `${days.length} days, ${first} to ${others.at(-1)}`;
}
