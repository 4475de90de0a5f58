import {
  createFailureRecorder,
  type EventLog,
  holdLease,
  type Logger,
  type MailSender,
  type SearchAdsWriter,
} from '@tapwise/adapters';
import { createDirectory } from '@tapwise/domain';
import { createSendMailActivities } from '../../../../workflows/src/accounts/send-mail/send-mail.activities.ts';
import { sendMailProcess } from '../../../../workflows/src/accounts/send-mail/send-mail.contract.ts';
import { mailRequests } from '../../../../workflows/src/accounts/send-mail/send-mail.requests.ts';
import { sendMail } from '../../../../workflows/src/accounts/send-mail/send-mail.story.ts';
import { createApplyChangeActivities } from '../../../../workflows/src/campaigns/apply-change/apply-change.activities.ts';
import { applyChangeProcess } from '../../../../workflows/src/campaigns/apply-change/apply-change.contract.ts';
import { changeRequests } from '../../../../workflows/src/campaigns/apply-change/apply-change.requests.ts';
import { applyChange } from '../../../../workflows/src/campaigns/apply-change/apply-change.story.ts';
import { createLocalRunner } from '../../../../workflows/src/local/local-runner.ts';
import { checkpointsIn } from '../../../../workflows/src/start/checkpoint.ts';
import { followRequests } from '../../../../workflows/src/start/follow-requests.ts';
import { processOf } from '../../../../workflows/src/story/process.ts';

export interface WorkflowsAccess {
  readonly log: EventLog;
  readonly sender: MailSender;
  readonly writer: SearchAdsWriter;
  readonly logger: Logger;
}

const leaseSeconds = 6;
const never = (): boolean => false;
const processes = [processOf(sendMailProcess, sendMail), processOf(applyChangeProcess, applyChange)];

/** What a process of `workflows` does about mails and changes of settings while there is no Temporal. */
export async function runWorkflows(
  { log, sender, writer, logger }: WorkflowsAccess,
  signal: AbortSignal,
): Promise<void> {
  const directory = { state: createDirectory() };
  const context = { actor: { kind: 'system', id: 'simulation' } } as const;
  const activities = {
    ...createSendMailActivities({
      log,
      sender,
      failures: createFailureRecorder({ log, directory, logger, context }),
      caughtUp: Promise.resolve(),
      now: () => new Date(),
      context: {
        directory: directory.state,
        vault: { decrypt: decoded, keyedHash: (purpose, value) => `${purpose} ${value}` },
        publicUrl: 'https://tapwise.test',
        support: 'help@tapwise.test',
      },
    }),
    ...createApplyChangeActivities({ log, searchAds: { writer }, stopping: signal }),
  };
  const lease = { name: 'processes', holder: 'workflows', seconds: leaseSeconds, signal };
  await holdLease(log, lease, async (held) => {
    const runner = createLocalRunner({
      processes: (name) => processes.find(({ contract }) => contract.name === name) as (typeof processes)[number],
      activities,
      logger,
      signal: held.signal,
      stop: held.signal,
    });
    await followRequests({
      log,
      kinds: [mailRequests, changeRequests(never, never)],
      checkpoint: checkpointsIn(log, held.epoch)('requests'),
      runner,
      logger,
      signal: held.signal,
    });
    await runner.ended();
  });
}

/** Addresses of the simulation are written in the form of encrypted ones, and readable. */
export const encoded = (address: string): string => `v1.simulation.${Buffer.from(address).toString('base64url')}`;
const decoded = async (cipher: string): Promise<string> =>
  Buffer.from(cipher.split('.')[2] ?? '', 'base64url').toString();
