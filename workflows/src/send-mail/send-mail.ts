import { type EventLog, handleCommand, MailFault, type MailSender } from '@tapwise/adapters';
import { endMailAttempt, type MailOutcome, mailDecider, mailStream } from '@tapwise/domain';
import type { WorkStep } from '../starter/keep-working.ts';
import { actingWorkflow } from '../streams/acting.ts';
import { composeMail, type MailContext } from './compose-mail.ts';

export interface MailDependencies {
  readonly log: EventLog;
  readonly sender: MailSender;
  readonly context: MailContext;
  /** Resolves when the directory of the context has everything that was in the log at the start. */
  readonly caughtUp: Promise<void>;
  readonly now: () => Date;
}

/**
 * Makes one attempt at a mail, unless it has ended or has to wait. A process that dies between the server's answer and our record sends it
 * again: the same bytes under the same `Message-ID`.
 */
export async function sendMail(deps: MailDependencies, mailId: string): Promise<WorkStep> {
  const { log, now } = deps;
  const recorded = await log.readStream(mailStream(mailId));
  let state = mailDecider.initialState();
  for (const { event } of recorded)
    state = mailDecider.evolve(state, event as Parameters<typeof mailDecider.evolve>[1]);
  if (state.status !== 'open') return 'settled';
  const waitMs = state.again_at === null ? 0 : Date.parse(state.again_at) - now().getTime();
  if (waitMs > 0) return { again_seconds: waitMs / 1000 };
  // Mails asked for since the start were asked for after the directory had their cause.
  await deps.caughtUp;
  const outcome = await attempt(deps, state.mail);
  const { state: after } = await handleCommand(log, {
    stream: mailStream(mailId),
    decider: mailDecider,
    cause: `attempt ${state.attempts}`,
    context: actingWorkflow('send-mail'),
    decide: (present) => endMailAttempt(present, outcome, now().getTime()),
  });
  if (after.status !== 'open') return 'settled';
  return { again_seconds: Math.max(1, (Date.parse(after.again_at ?? '') - now().getTime()) / 1000) };
}

async function attempt(
  { context, sender }: MailDependencies,
  mail: Parameters<typeof composeMail>[1],
): Promise<MailOutcome> {
  const composed = await composeMail(context, mail);
  if ('skipped' in composed) return composed;
  try {
    await sender.send(composed);
    return { sent: sender.way };
  } catch (error) {
    if (error instanceof MailFault) return { failed: error.code, passing: error.passing };
    throw error;
  }
}
