import {
  type EventLog,
  type FailureRecorder,
  handleCommand,
  MailFault,
  type MailSender,
  type OutgoingMail,
} from '@tapwise/adapters';
import {
  beginMailAttempt,
  endMailAttempt,
  type FailureCause,
  isInTime,
  type MailEvent,
  type MailOutcome,
  type MailState,
  mailDecider,
  mailStream,
  nextMailAttempt,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import { workflowActor } from '../../streams/actor.ts';
import { composeMail } from './compose-mail.ts';
import type { MailContext } from './mail-context.ts';
import type { SendMailActivities } from './send-mail.contract.ts';

export interface MailDependencies {
  readonly log: EventLog;
  readonly sender: MailSender;
  readonly failures: FailureRecorder;
  readonly context: MailContext;
  /** Resolves when the directory of the context has everything that was in the log at the start. */
  readonly caughtUp: Promise<void>;
  readonly now: () => Date;
}

/** As many as the sender has connections: an attempt that has begun must not wait for others. */
const attemptsAtOnce = 2;

export function createSendMailActivities(deps: MailDependencies): SendMailActivities {
  const limit = pLimit(attemptsAtOnce);
  return {
    readMail: async ({ mail_id }) => {
      const state = await readState(deps.log, mail_id);
      if (state.status !== 'open') return { is_open: false, pause_seconds: 0 };
      return { is_open: true, pause_seconds: Math.max(0, (nextMailAttempt(state) - deps.now().getTime()) / 1000) };
    },
    attemptMail: ({ mail_id }) => limit(() => attemptMail(deps, mail_id)),
  };
}

async function readState(log: EventLog, mailId: string): Promise<MailState> {
  let state = mailDecider.initialState();
  for (const { event } of await log.readStream(mailStream(mailId)))
    state = mailDecider.evolve(state, event as MailEvent);
  return state;
}

/**
 * Claims the attempt, makes it and records how it ended. When a process dies in between, the attempt is made again when it must be over,
 * with the same bytes under the same `Message-ID`.
 */
async function attemptMail(deps: MailDependencies, mailId: string): Promise<void> {
  const { log, context, now } = deps;
  // Mails asked for since the start were asked for after the directory had their cause.
  await deps.caughtUp;
  const state = await readState(log, mailId);
  if (state.status !== 'open' || nextMailAttempt(state) > now().getTime()) return;
  const claim = crypto.randomUUID();
  const record = (step: string, decide: (current: MailState) => MailEvent[]) =>
    handleCommand(log, {
      stream: mailStream(mailId),
      decider: mailDecider,
      cause: `${step} ${claim}`,
      context: workflowActor('send-mail'),
      decide,
    });
  const end = (outcome: MailOutcome) =>
    record('attempt', (current) => endMailAttempt(current, outcome, now().getTime()));
  const mail = await composeMail(context, state.mail);
  if ('skipped' in mail) {
    await end(mail);
    return;
  }
  const { state: begun } = await record('begin', (current) =>
    beginMailAttempt(current, { claim, at: now().getTime() }),
  );
  if (begun.status !== 'open' || begun.begun?.claim !== claim) return;
  if (!isInTime(begun.begun, now().getTime())) return;
  const fault = await send(deps, mail);
  await end(fault === undefined ? { sent: deps.sender.way } : { failed: fault.code, passing: fault.retry });
  await recordServer(deps, fault);
}

/** @returns why the mail was not accepted; `undefined` when it was. */
async function send({ sender }: MailDependencies, mail: OutgoingMail): Promise<MailFault | undefined> {
  try {
    await sender.send(mail);
    return undefined;
  } catch (error) {
    if (error instanceof MailFault) return error;
    throw error;
  }
}

async function recordServer({ failures }: MailDependencies, fault: MailFault | undefined): Promise<void> {
  if (fault === undefined) return failures.succeeded(server);
  const cause = serverCause(fault);
  if (cause !== undefined) await failures.failed(server, cause);
}

const server = { application_id: null, org_id: null, source: 'mail' } as const;

/** Why the mail server takes no mails at all; `undefined` when it is about this mail or its address. */
function serverCause({ code, retry }: MailFault): FailureCause | undefined {
  if (!retry || (/^4\d\d$/.test(code) && code !== '421')) return undefined;
  const isOfAccess = code === 'EAUTH' || /^5\d\d$/.test(code);
  return { reason: isOfAccess ? 'credentials_refused' : 'away', detail: code };
}
