import type { EventLog, PastPoint } from '@tapwise/adapters';
import {
  type Directory,
  findApplication,
  hourMs,
  type LabelEvent,
  labelsDecider,
  labelsOfView,
  labelsStream,
  type MadeReport,
  originalSend,
  sendsOf,
} from '@tapwise/domain';
import { type AskedReport, askScheduledReport } from '@tapwise/projections/queries';
import { orderOf, type SendReportDependencies, type SendSubject } from './send-context.ts';

/** A report that is made again waits so long for tables of the past: others may be in use, or the log be long. */
const longestRestoreMs = 12 * hourMs;

/**
 * Asks for the figures of a send: those of now, or of one that is made again those that the tables held at its position.
 * @returns a sentence where there are none. @throws the tables' faults.
 */
export async function askFigures(deps: SendReportDependencies, subject: SendSubject): Promise<AskedReport | string> {
  const madeAt = deps.now();
  const { due } = subject.send;
  if (due.kind !== 'again') {
    if (deps.tables === undefined) throw new Error('There are no tables to make the report of');
    const labels = await readLabels(deps, subject);
    if (labels.length > 0 && labels.every(({ isDeleted }) => isDeleted)) return 'All labels of its view were deleted';
    const order = orderOf(deps, subject, { madeAt, figuresAt: madeAt, labels: labels.map(({ name }) => name) });
    return askScheduledReport(deps.tables, order);
  }
  await deps.schedules.caughtUp;
  const made = originalSend(sendsOf(deps.schedules.state, due.schedule_id), subject.send)?.made;
  if (made == null) return 'The report it repeats is not kept any more';
  if (madeAt.getTime() - Date.parse(due.due_at) > longestRestoreMs) {
    return 'The figures of then could not be restored within 12 hours';
  }
  if (deps.withPastState === undefined) throw new Error('There are no tables to make the report of');
  const point = pointOf(made);
  return deps.withPastState(point, async ({ tables, directory }) => {
    const then = subjectAsOf(subject, directory);
    if (then === undefined) return 'Its campaign group was not linked then';
    const labels = (await readLabels(deps, subject, point.position)).map(({ name }) => name);
    return askScheduledReport(tables, orderOf(deps, then, { madeAt, figuresAt: point.at, labels }));
  });
}

/** What tables held when a report was made of them. */
const pointOf = ({ made_at, position }: MadeReport): PastPoint => ({
  at: new Date(made_at),
  position: BigInt(position),
});

/** The same report with names, currencies and links as they were. */
function subjectAsOf(subject: SendSubject, directory: Directory): SendSubject | undefined {
  const application = findApplication(directory, subject.application.application_id);
  const organization = application?.organizations.find(({ org_id }) => org_id === subject.organization.org_id);
  if (application === undefined || organization === undefined) return undefined;
  return { send: subject.send, schedule: subject.schedule, application, organization };
}

/** The labels that choose the rows, as they were up to a position of the log. */
async function readLabels(
  { log }: { readonly log: EventLog },
  { send: { due } }: SendSubject,
  until?: bigint,
): Promise<{ readonly name: string; readonly isDeleted: boolean }[]> {
  const ids = labelsOfView(due.report.view);
  if (ids === undefined) return [];
  const recorded = await log.readStream(labelsStream(due.application_id));
  const events = recorded.filter(({ position }) => until === undefined || position <= until);
  const { labels } = labelsDecider.evolveMany(
    labelsDecider.initialState(),
    events.map(({ event }) => event as LabelEvent),
  );
  return ids.map((id) => ({ name: labels.get(id)?.name ?? `deleted label ${id}`, isDeleted: !labels.has(id) }));
}
