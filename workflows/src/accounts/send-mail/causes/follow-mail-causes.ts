import {
  type EventLog,
  type FoldFollower,
  followLog,
  type Logger,
  type RecordedEvent,
  requestMail,
} from '@tapwise/adapters';
import type { CustomAutomations, Directory } from '@tapwise/domain';
import { type Checkpoint, keepCheckpoint } from '../../../start/checkpoint.ts';
import { workflowActor } from '../../../streams/actor.ts';
import { customRuleMailPrefixes, customRuleMails } from './custom-rule-mails.ts';
import { endpointMailPrefixes, endpointMails } from './endpoint-mails.ts';
import { mailCausePrefixes, mailsCausedBy } from './mails-caused-by.ts';
import { reportMailPrefixes, reportMails } from './report-mails.ts';

export interface MailingOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly customRules: FoldFollower<CustomAutomations>;
  readonly checkpoint: Checkpoint;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
}

/** What happened longer ago was answered without a mail, or its mail is of no use any more: after a restore, for example. */
const mostHoursLate = 72;

/** Asks for the mails that events are the cause of, until the signal aborts. */
export async function followMailCauses({
  log,
  logger,
  signal,
  checkpoint,
  directory,
  customRules,
  now = () => new Date(),
}: MailingOptions): Promise<void> {
  const stored = await checkpoint.read();
  let read = stored;
  const ask = async (recorded: RecordedEvent): Promise<void> => {
    if (now().getTime() - recorded.recordedAt.getTime() > mostHoursLate * 3_600_000) return;
    const isOf = (prefixes: readonly string[]) => prefixes.some((prefix) => recorded.stream.startsWith(prefix));
    const ofEndpoint = isOf(endpointMailPrefixes);
    const ofRule = isOf(customRuleMailPrefixes);
    // The directory does not follow endpoints, rules and reports; who is in a team was known long before.
    const isFollowed = !ofEndpoint && !ofRule && !isOf(reportMailPrefixes);
    await (isFollowed ? directory.reached(recorded.position) : directory.caughtUp);
    if (ofRule) await customRules.reached(recorded.position);
    const due = ofEndpoint
      ? await endpointMails(log, recorded, directory.state)
      : [
          ...reportMails(recorded),
          ...customRuleMails(recorded, { directory: directory.state, customRules: customRules.state }),
          ...mailsCausedBy(recorded, directory.state),
        ];
    const context = { ...workflowActor('send-mail'), correlationId: recorded.metadata?.correlationId };
    for (const mail of due) await requestMail(log, context, mail);
  };
  const following = followLog(log, {
    after: () => read,
    streamPrefixes: [...mailCausePrefixes, ...endpointMailPrefixes, ...customRuleMailPrefixes, ...reportMailPrefixes],
    maxBatch: 100,
    signal,
    onBatch: async (batch) => {
      for (const recorded of batch) {
        await ask(recorded);
        read = recorded.position;
      }
    },
    onCheckpoint: (position) => {
      read = position;
    },
    onFault: (error) => logger.warn({ err: error }, 'the causes of mails cannot be followed now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; it is skipped'),
  });
  await Promise.all([following, keepCheckpoint(checkpoint, () => read, { stored, logger, signal })]);
}
