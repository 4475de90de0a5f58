import { DomainError, findApplication } from '@tapwise/domain';
import { type ReportResult, readReportOffThread } from '../../reports/queries/read-report.ts';
import { withReportNotice } from '../../reports/queries/report-notice.ts';
import type { ReportParameters } from '../../reports/report-parameters.ts';
import { presentScope, todayOf } from '../../reports/report-scope.ts';
import type { LiveContext } from '../live-server.ts';
import { historyGapMs, isHistoryComing } from '../questions/history-coming.ts';
import { createLiveQuestion } from '../questions/live-question.ts';
import { createRowLedger, type RowChanges, type RowLedger } from './row-ledger.ts';

/** Some states follow from time alone: a report is asked again at least this often. */
const oldestResponseMs = 60_000;

// No second has more than four answers in any case; a quarter of a second would miss every other batch.
const shortestGapMs = 200;

/** One report that is kept current for all who watch it. */
export interface ReportWatch {
  readonly id: string;
  /** Room of the sockets that get what changes. */
  readonly room: string;
  /** Makes sure there is an answer, and a present one when it was not kept current until now. */
  prepare(): Promise<void>;
  /** The newest answer. @throws DomainError `unavailable` before there is one. */
  state(): ReportResult;
  /** What a page that has the report as of the position lacks. */
  since(position: bigint): RowChanges;
  enter(): void;
  leave(): void;
  /** When the last watcher left, in milliseconds; `undefined` while there are any. */
  idleSince(): number | undefined;
  close(): void;
}

/** Rights are checked before a socket enters. */
export function createReportWatch(context: LiveContext, id: string, parameters: ReportParameters): ReportWatch {
  const { deps, clock, touched } = context;
  const room = `watch:${id}`;
  let newest: { report: ReportResult; ledger: RowLedger; at: number } | undefined;
  let watchers = 0;
  let idleSince: number | undefined = deps.now().getTime();
  let stopListening: (() => void) | undefined;

  const stillNeeded = (): boolean => {
    if (newest === undefined) return true;
    if (!includesToday(context, parameters)) return false;
    if (deps.now().getTime() - newest.at > oldestResponseMs) return true;
    return touched.touched(parameters.applicationId, newest.report.position, clock.position());
  };
  const hasFigures = (): boolean => Number(newest?.report.response.totals.spend ?? 0) > 0;
  // While events of this application are under way, an answer may hold some that lie behind its position. A page that comes
  // back with that very position then gets its changes again rather than never.
  const ledgerPosition = (position: bigint): bigint =>
    touched.touched(parameters.applicationId, position) ? position + 1n : position;
  const question = createLiveQuestion({
    ask: async () => {
      const scope = presentScope(deps, parameters.applicationId, parameters.orgId);
      if (scope === undefined) throw new DomainError('not_found');
      const report = withNoticeOf(deps, parameters, await readReportOffThread(deps, scope, parameters));
      const at = deps.now().getTime();
      const version = ledgerPosition(report.position);
      if (newest === undefined) {
        newest = { report, ledger: createRowLedger(report.response, version), at };
        return;
      }
      // Sent also when no row differs: ages and position have moved, and rows may have come a moment before the position.
      const { ledger } = newest;
      const moved = touched.touched(parameters.applicationId, newest.report.position, report.position);
      newest = { report, ledger, at };
      const changes = ledger.apply(report.response, version);
      if (changes.any || moved) context.io.to(room).emit('rows', rowsMessage(id, report, changes));
    },
    stillNeeded,
    limiter: context.limiter,
    // An answer without figures is cheap, and the first ones are waited for.
    gapMs: () => (hasFigures() && isHistoryComing(deps, parameters.applicationId) ? historyGapMs : shortestGapMs),
    onFault: (error) => deps.logger.warn({ err: error }, 'A watched report could not be asked'),
    now: () => deps.now().getTime(),
  });

  const answered = (): NonNullable<typeof newest> => {
    if (newest === undefined) throw new DomainError('unavailable', { details: { retry_after: 1 } });
    return newest;
  };

  return {
    id,
    room,
    prepare: async () => {
      touched.start();
      if (watchers === 0 || newest === undefined) await question.refresh();
    },
    state: () => answered().report,
    since: (position) => answered().ledger.since(position),
    enter: () => {
      watchers += 1;
      idleSince = undefined;
      stopListening ??= clock.listen(() => {
        if (stillNeeded()) question.touch();
      });
    },
    leave: () => {
      watchers -= 1;
      if (watchers > 0) return;
      idleSince = deps.now().getTime();
      stopListening?.();
      stopListening = undefined;
    },
    idleSince: () => idleSince,
    close: () => {
      stopListening?.();
      question.close();
    },
  };
}

/** The message that brings changes of a report. */
export function rowsMessage(watch: string, { response, position }: ReportResult, changes: RowChanges) {
  return {
    watch,
    position: position.toString(),
    as_of: response.as_of,
    changed: changes.changed,
    removed: changes.removed,
    totals: response.totals,
    ...(response.warning === undefined ? {} : { warning: response.warning }),
    ...(changes.snapshot ? { snapshot: true } : {}),
  };
}

/** With what is said where a team has not been served for long, or the organization is disconnected. */
function withNoticeOf(deps: LiveContext['deps'], { applicationId, orgId }: ReportParameters, report: ReportResult) {
  const { state } = deps.directory;
  const application = findApplication(state, applicationId);
  const team = application && state.teams.get(application.team_id);
  if (team === undefined) return report;
  return { ...report, response: withReportNotice(deps, { team, orgIds: [orgId] }, report.response) };
}

function includesToday({ deps }: LiveContext, { applicationId, orgId, from, to }: ReportParameters): boolean {
  const scope = presentScope(deps, applicationId, orgId);
  if (scope === undefined) return false;
  const today = todayOf(deps, scope.timeZone);
  return from <= today && today <= to;
}
