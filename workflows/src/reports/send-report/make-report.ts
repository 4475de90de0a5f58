import { handleCommand, IncompleteFileError } from '@tapwise/adapters';
import {
  abandonSend,
  findMembership,
  type MadeReport,
  mostReportRows,
  type ReportSendEvent,
  type ReportSendState,
  type ReportVariant,
  recordMade,
  reportFileName,
  reportSendDecider,
  reportSendStream,
  type StoredReportMail,
  sendableRecipients,
} from '@tapwise/domain';
import { type AskedReport, reportContent } from '@tapwise/projections/queries';
import { workflowActor } from '../../streams/actor.ts';
import { notifyAuthor } from '../notify-author.ts';
import { askFigures } from './ask-figures.ts';
import { readSend, readSubject, type SendReportDependencies, type SendSubject } from './send-context.ts';
import type { SendReportInput } from './send-report.contract.ts';
import { writeReport } from './write-report.ts';

/**
 * Makes the files of a send and records them, once: whoever comes second finds it made. The files are stored before.
 * @returns whether there is something to send. @throws the tables' faults.
 */
export async function makeReport(deps: SendReportDependencies, input: SendReportInput): Promise<boolean> {
  const subject = await readSubject(deps, input);
  if (subject === undefined) return false;
  if (typeof subject === 'string') {
    await abandon(deps, input, { state: 'skipped', reason: subject });
    // Mails that were claimed before are still followed to their end.
    return (await readSend(deps, input))?.ended === null;
  }
  if (subject.send.made !== null) return true;
  const result = await askFigures(deps, subject);
  if (typeof result === 'string') return abandon(deps, input, { state: 'failed', reason: result }, subject);
  const refusal = refusalOf(subject, result);
  if (refusal !== undefined) return abandon(deps, input, refusal, subject);
  try {
    await storeAndRecord(deps, input, subject, result);
    return true;
  } catch (error) {
    // What is not proven whole is never sent; other faults may pass.
    if (!(error instanceof IncompleteFileError)) throw error;
    return abandon(deps, input, { state: 'failed', reason: `The file could not be made: ${error.message}` }, subject);
  }
}

interface Refusal {
  readonly state: 'skipped' | 'failed';
  readonly reason: string;
  /** Whether the author is mailed. */
  readonly isReported?: boolean;
}

function refusalOf({ send: { due } }: SendSubject, { answer, incomplete }: AskedReport): Refusal | undefined {
  const { report, kind } = due;
  if (incomplete.length > 0 && kind === 'corrected') {
    return { state: 'skipped', reason: 'The figures did not become complete within a day', isReported: false };
  }
  if (incomplete.length > 0 && kind === 'scheduled' && report.if_late === 'skip') {
    return { state: 'skipped', reason: 'The figures were not complete in time' };
  }
  if (answer.rows.length === 0 && report.if_empty === 'skip') {
    return { state: 'skipped', reason: 'There are no rows', isReported: false };
  }
  const most = mostReportRows[report.form.file];
  const { length } = answer.rows;
  return length > most ? { state: 'failed', reason: `Too many rows: ${length}, at most ${most}` } : undefined;
}

/** Ends the send without a mail to its recipients; the author is told why, where it is no wish of the schedule. */
async function abandon(
  deps: SendReportDependencies,
  input: SendReportInput,
  { state, reason, isReported = true }: Refusal,
  subject?: SendSubject,
): Promise<false> {
  const at = deps.now().toISOString();
  // First, as an ended send is not looked at again. The mail has a key of its own.
  if (subject !== undefined && isReported && (await isUnclaimed(deps, input))) {
    await notifyAuthor(deps, subject.schedule, { slot: input.slot, problem: `${reason}.`, at });
  }
  const { position } = await decide(deps, input, 'end', (current) => abandonSend(current, { state, reason }, at));
  await deps.schedules.reached(position);
  return false;
}

/** Whether no other process has claimed its mails or ended it meanwhile. */
async function isUnclaimed(deps: SendReportDependencies, input: SendReportInput): Promise<boolean> {
  const send = await readSend(deps, input);
  return send !== undefined && send.claimed === null && send.ended === null;
}

async function storeAndRecord(
  deps: SendReportDependencies,
  input: SendReportInput,
  subject: SendSubject,
  result: AskedReport,
): Promise<void> {
  const { due } = subject.send;
  const { team_id: teamId } = subject.schedule;
  const variants: MadeReport['variants'] = [];
  for (const variant of variantsOf(deps, subject)) {
    const content = reportContent(result, variant);
    const facts = { position: result.answer.position.toString(), asOf: result.answer.asOf.ads ?? '' };
    const made = await writeReport(due.report.form, content, facts);
    const name = reportFileName(due.report, { from: due.from, to: due.to });
    const file = made === null || name === null ? null : { name, bytes: made.bytes, sha256: made.sha256 };
    const id = { sendId: due.send_id, variant };
    if (made !== null) await deps.files.write(teamId, { ...id, part: 'table' }, made.content);
    const mail: StoredReportMail = { ...content.mail, file };
    await deps.files.write(teamId, { ...id, part: 'mail' }, Buffer.from(JSON.stringify(mail)));
    variants.push({ variant, columns: content.columns.length, cut: [...content.cut], file });
  }
  const { position } = await decide(deps, input, 'made', (current) =>
    recordMade(current, {
      position: result.answer.position.toString(),
      rows: result.answer.rows.length,
      incomplete: [...result.incomplete],
      variants,
      made_at: result.order.madeAt.toISOString(),
    }),
  );
  await deps.schedules.reached(position);
}

/** All columns in any case: the list of sends has that file. An address outside the team may be one of a restricted member by now. */
function variantsOf({ directory }: SendReportDependencies, { schedule, send }: SendSubject): ReportVariant[] {
  const accountIds =
    send.due.only_account === null
      ? sendableRecipients(schedule).map(({ account_id }) => account_id)
      : [send.due.only_account];
  const isRestricted = accountIds.some(
    (id) => id === null || findMembership(directory.state, id)?.access === 'restricted',
  );
  return isRestricted ? ['full', 'restricted'] : ['full'];
}

export const decide = (
  { log }: Pick<SendReportDependencies, 'log'>,
  input: SendReportInput,
  cause: string,
  decideEvents: (state: ReportSendState) => ReportSendEvent[],
) =>
  handleCommand<ReportSendState, ReportSendEvent>(log, {
    stream: reportSendStream(input),
    decider: reportSendDecider,
    cause,
    context: workflowActor('send-report'),
    decide: decideEvents,
  });
