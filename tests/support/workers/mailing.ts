import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFailureRecorder, openMailSender, readEnvironment, startFoldFollower } from '@tapwise/adapters';
import {
  type CustomAutomations,
  createCustomAutomations,
  createDirectory,
  customAutomationStreamPrefixes,
  directoryStreamPrefixes,
  evolveCustomAutomations,
  evolveDirectory,
} from '@tapwise/domain';
import { followMailCauses } from '../../../workflows/src/accounts/send-mail/causes/follow-mail-causes.ts';
import type { ReportMailSources } from '../../../workflows/src/accounts/send-mail/mail-context.ts';
import { createSendMailActivities } from '../../../workflows/src/accounts/send-mail/send-mail.activities.ts';
import { mailRequests } from '../../../workflows/src/accounts/send-mail/send-mail.requests.ts';
import { checkpointsIn } from '../../../workflows/src/start/checkpoint.ts';
import { runRequested } from '../../../workflows/src/testing/run-requested.ts';
import { asTest } from '../facts/settings.ts';
import { eventually } from '../product/product.ts';
import type { ApiService } from '../services/api-service.ts';

/** A mail as the outbox shows it. */
export interface OutboxMail {
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
  readonly created_at: string;
  readonly attachments?: readonly { name: string; content_type: string; bytes: number; sha256: string }[];
}

export interface Mailing {
  readonly outbox: string;
  /** All mails of a kind to an address, once there are as many as wanted. */
  wait(kind: string, to: string, count?: number): Promise<OutboxMail[]>;
  all(): Promise<OutboxMail[]>;
  stop(): Promise<void>;
}

/** What the workflows process does about mails, for the log of an API. Given a folder it goes on where an earlier one stopped. */
export async function startMailing(
  api: ApiService,
  options: { smtpUrl?: string; folder?: string; reports?: ReportMailSources } = {},
): Promise<Mailing> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'tapwise-mail-'));
  const { log, deps } = api;
  const stopping = new AbortController();
  const { signal } = stopping;
  const directory = startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
    streamPrefixes: directoryStreamPrefixes,
    signal,
  });
  const customRules = startFoldFollower<CustomAutomations>(log, {
    state: createCustomAutomations(),
    evolve: (state, { event, position }) => void evolveCustomAutomations(state, event, position),
    streamPrefixes: customAutomationStreamPrefixes,
    signal,
  });
  const smtp = options.smtpUrl === undefined ? {} : { SMTP_URL: options.smtpUrl };
  const sender = await openMailSender(readEnvironment({ DATA_DIR: folder, ...smtp }));
  const { logger } = deps;
  const checkpoint = checkpointsIn(log, 1);
  const activities = createSendMailActivities({
    log,
    sender,
    failures: createFailureRecorder({ log, directory, logger, context: asTest }),
    caughtUp: directory.caughtUp,
    now: () => new Date(),
    context: {
      directory: directory.state,
      vault: deps.vault,
      publicUrl: 'https://tapwise.test',
      support: 'help@tapwise.test',
      ...(options.reports === undefined ? {} : { reports: options.reports }),
    },
  });
  const working = Promise.all([
    followMailCauses({ log, directory, customRules, checkpoint: checkpoint('mail-causes'), logger, signal }),
    runRequested({ log, kinds: [mailRequests], activities, checkpoint: checkpoint('requests'), logger, signal }),
  ]);
  const outbox = join(folder, 'outbox');
  const all = async (): Promise<OutboxMail[]> => {
    const files = await readdir(outbox).catch(() => []);
    const mails = files.filter((file) => file.endsWith('.json'));
    return Promise.all(mails.map(async (file) => JSON.parse(await readFile(join(outbox, file), 'utf8')) as OutboxMail));
  };
  return {
    outbox,
    all,
    wait: async (kind, to, count = 1) => {
      const ofKind = async () => (await all()).filter((mail) => mail.kind === kind && mail.to === to);
      const mails = await eventually(ofKind, (mails) => mails.length >= count, { everyMs: 20, timeoutMs: 10_000 });
      return mails.toSorted((left, right) => left.created_at.localeCompare(right.created_at));
    },
    stop: async () => {
      stopping.abort();
      await working;
      sender.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The secret in a mail's first link. */
export const tokenOf = (mail: OutboxMail | undefined): string =>
  /#token=([\w-]+)$/.exec(mail?.links[0] ?? '')?.[1] ?? '';
