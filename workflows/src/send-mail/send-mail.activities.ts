import { type EventLog, type FailureRecorder, handleCommand, MailFault, type MailSender } from '@tapwise/adapters';
import {
  endMailAttempt,
  type FailureCause,
  type MailEvent,
  type MailOutcome,
  mailDecider,
  mailStream,
} from '@tapwise/domain';
import type { Step } from '../activity/step.ts';
import { workflowActor } from '../streams/actor.ts';
import { composeMail, type MailContext } from './compose-mail.ts';
import type { SendMailInput } from './send-mail.contract.ts';

export interface SendMailActivities {
  /** Makes one attempt at a mail, unless it has ended or has to wait. */
  attemptMail(mail: SendMailInput): Promise<Step>;
}

export interface MailDependencies {
  readonly log: EventLog;
  readonly sender: MailSender;
  readonly failures: FailureRecorder;
  readonly context: MailContext;
  /** Resolves when the directory of the context has everything that was in the log at the start. */
  readonly caughtUp: Promise<void>;
  readonly now: () => Date;
}

export const createSendMailActivities = (deps: MailDependencies): SendMailActivities => ({
  attemptMail: ({ mail_id }) => attemptMail(deps, mail_id),
});

/**
 * Makes one attempt at a mail, unless it has ended or has to wait. A process that dies between the server's answer and our record sends it
 * again: the same bytes under the same `Message-ID`.
 */
async function attemptMail(deps: MailDependencies, mailId: string): Promise<Step> {
  const { log, now } = deps;
  const recorded = await log.readStream(mailStream(mailId));
  let state = mailDecider.initialState();
  for (const { event } of recorded) state = mailDecider.evolve(state, event as MailEvent);
  if (state.status !== 'open') return { done: true };
  const waitMs = state.again_at === null ? 0 : Date.parse(state.again_at) - now().getTime();
  if (waitMs > 0) return { done: false, again_seconds: waitMs / 1000 };
  // Mails asked for since the start were asked for after the directory had their cause.
  await deps.caughtUp;
  const outcome = await attempt(deps, state.mail);
  const { state: after } = await handleCommand(log, {
    stream: mailStream(mailId),
    decider: mailDecider,
    cause: `attempt ${state.attempts}`,
    context: workflowActor('send-mail'),
    decide: (current) => endMailAttempt(current, outcome, now().getTime()),
  });
  if (after.status !== 'open') return { done: true };
  return { done: false, again_seconds: Math.max(1, (Date.parse(after.again_at ?? '') - now().getTime()) / 1000) };
}

async function attempt(
  { context, sender, failures }: MailDependencies,
  mail: Parameters<typeof composeMail>[1],
): Promise<MailOutcome> {
  const composed = await composeMail(context, mail);
  if ('skipped' in composed) return composed;
  try {
    await sender.send(composed);
    await failures.succeeded(server);
    return { sent: sender.way };
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    const cause = serverCause(error);
    if (cause !== undefined) await failures.failed(server, cause);
    return { failed: error.code, passing: error.retry };
  }
}

const server = { application_id: null, org_id: null, source: 'mail' } as const;

/** Why the mail server takes no mails at all; `undefined` when it is about this mail or its address. */
function serverCause({ code, retry }: MailFault): FailureCause | undefined {
  if (!retry || (/^4\d\d$/.test(code) && code !== '421')) return undefined;
  const isOfAccess = code === 'EAUTH' || /^5\d\d$/.test(code);
  return { reason: isOfAccess ? 'credentials_refused' : 'away', detail: code };
}
