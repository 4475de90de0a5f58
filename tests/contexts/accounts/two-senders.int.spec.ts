import { createFailureRecorder, openMailSender, readEnvironment } from '@tapwise/adapters';
import { endMailAttempt, type MailEvent, mailDecider, mailStream } from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailIdOf } from '../../../infra/adapters/src/mail/mail-id.ts';
import { createSendMailActivities } from '../../../workflows/src/accounts/send-mail/send-mail.activities.ts';
import { asTest } from '../../support/facts/settings.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type MailServer, startMailServer } from '../../support/stand-ins/mail-server.ts';
import { type Mailing, startMailing } from '../../support/workers/mailing.ts';

let api: ApiService;
let server: MailServer;
let smtpUrl: string;

beforeAll(async () => {
  api = await startApi();
  server = await startMailServer();
  smtpUrl = server.url;
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});
beforeEach(() => {
  server.arrived.length = 0;
  server.onArrival(async () => undefined);
});

const mailIdFor = ({ accountId }: { accountId: number }) => mailIdOf(`welcome|${accountId}`);
const eventsOf = async (mailId: string) =>
  (await api.log.readStream(mailStream(mailId))).map(({ event }) => event as MailEvent);
const typesOf = async (mailId: string) => (await eventsOf(mailId)).map(({ type }) => type);

describe('two processes that send mails', () => {
  it('send each mail once', async () => {
    const senders: Mailing[] = await Promise.all([startMailing(api, { smtpUrl }), startMailing(api, { smtpUrl })]);
    const people: { accountId: number; email: string }[] = [];
    for (let count = 0; count < 8; count += 1) people.push(await api.signUp());
    const ended = async () =>
      (await Promise.all(people.map((person) => typesOf(mailIdFor(person))))).map((all) => all.at(-1));
    await expect.poll(ended, { timeout: 20_000 }).toEqual(people.map(() => 'MailSent'));
    await Promise.all(senders.map((sender) => sender.stop()));
    expect(server.arrived.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  });
});

describe('an attempt at a mail', () => {
  const minuteMs = 60_000;
  /** What a process does about one mail, by a clock that is so many minutes ahead. */
  async function attempt(mail_id: string, minutesAhead = 0): Promise<void> {
    const { log, deps } = api;
    const { directory, vault, logger } = deps;
    const sender = await openMailSender(readEnvironment({ DATA_DIR: '.', SMTP_URL: smtpUrl }));
    const activities = createSendMailActivities({
      log,
      sender,
      failures: createFailureRecorder({ log, directory, logger, context: asTest }),
      caughtUp: directory.caughtUp,
      now: () => new Date(Date.now() + minutesAhead * minuteMs),
      context: { directory: directory.state, vault, publicUrl: 'https://tapwise.test', support: 'help@tapwise.test' },
    });
    await activities.attemptMail({ mail_id }).finally(() => sender.close());
  }

  /** A mail that was asked for and that nobody sends. */
  async function requested(): Promise<string> {
    const person = await api.signUp();
    const mailing = await startMailing(api, { smtpUrl: 'smtp://127.0.0.1:1' });
    const id = mailIdFor(person);
    await expect.poll(() => typesOf(id), { timeout: 10_000 }).toContain('MailDelayed');
    await mailing.stop();
    return id;
  }

  it('whose process died after the server had the mail is repeated when it must be over, with the same bytes', async () => {
    const id = await requested();
    // The process has gone when the server is about to answer.
    let died: () => void = () => undefined;
    const dead = new Promise<void>((resolve) => {
      died = resolve;
    });
    server.onArrival(async () => {
      server.onArrival(async () => undefined);
      died();
      await new Promise(() => undefined);
    });
    void attempt(id, 2).catch(() => undefined);
    await dead;
    await attempt(id, 4);
    expect(server.arrived).toHaveLength(1);
    await attempt(id, 13);
    expect(server.arrived).toHaveLength(2);
    expect(server.arrived[1]?.text).toEqual(server.arrived[0]?.text);
    expect(server.arrived.map((mail) => mail.id)).toEqual([id, id]);
    expect((await typesOf(id)).at(-1)).toBe('MailSent');
    await attempt(id, 30);
    expect(server.arrived).toHaveLength(2);
  });

  it('waits for its time after a failure, also one that was recorded before attempts were', async () => {
    const events = await eventsOf(await requested());
    const older = events
      .filter(({ type }) => type !== 'MailAttemptBegun')
      .reduce(mailDecider.evolve, mailDecider.initialState());
    expect(older).toMatchObject({ status: 'open', attempts: 1, begun: null });
    expect(endMailAttempt(older, { sent: 'smtp' }, 0)).toMatchObject([{ type: 'MailSent' }]);
  });
});
