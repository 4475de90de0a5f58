import type { AddressInfo } from 'node:net';
import { createFailureRecorder } from '@tapwise/adapters';
import { failureStream } from '@tapwise/domain';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportLasting } from '../../../workflows/src/accounts/report-lasting-failures/report-lasting-failures.activities.ts';
import { asTest } from '../../support/facts/settings.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type Mailing, startMailing } from '../../support/workers/mailing.ts';

let api: ApiService;
let mailing: Mailing;
let server: SMTPServer;
let refusal: number | undefined;
const acceptedAddresses: string[] = [];

beforeAll(async () => {
  api = await startApi();
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      if (refusal === undefined) done(null, { user: 'us' });
      else done(Object.assign(new Error('no'), { responseCode: refusal }));
    },
    onData: (stream, session, done) => {
      acceptedAddresses.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  mailing = await startMailing(api, { smtpUrl: `smtp://us:secret@127.0.0.1:${port}` });
});
afterAll(async () => {
  await mailing.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await api.stop();
});

const recorded = async () => (await api.log.readStream(failureStream(null))).map(({ event }) => event);
const ready = async () => {
  const last = await api.log.readLast(failureStream(null));
  await api.deps.directory.reached(last?.position ?? 0n);
  const { parts } = (await api.call('GET', '/readyz')).body;
  return (parts as Record<string, { status: string; detail: string }>).mail;
};

it('a mail server that refuses us is recorded once and shown to operators, until it takes a mail', async () => {
  refusal = 535;
  await api.signUp();
  await expect
    .poll(recorded, { timeout: 15_000 })
    .toMatchObject([
      { type: 'FailureBegan', data: { application_id: null, source: 'mail', reason: 'credentials_refused' } },
    ]);
  expect(await ready()).toMatchObject({ status: 'degraded', detail: expect.stringContaining('535') });
  refusal = undefined;
  // The first mail waits for its next try; another one is tried at once.
  const { email } = await api.signUp();
  await expect.poll(() => acceptedAddresses, { timeout: 15_000 }).toEqual([email]);
  await expect.poll(async () => (await recorded()).map(({ type }) => type)).toEqual(['FailureBegan', 'FailureEnded']);
  expect(await ready()).toEqual({ status: 'ok', detail: '' });
});

it('is mailed to nobody, however long it lasts', async () => {
  const subject = { application_id: null, org_id: null, source: 'mail' } as const;
  const { directory, logger } = api.deps;
  const dayAgo = () => new Date(Date.now() - 86_400_000);
  const failures = createFailureRecorder({ log: api.log, directory, logger, context: asTest, now: dayAgo });
  await failures.failed(subject, { reason: 'credentials_refused', detail: '535' });
  const before = (await recorded()).length;
  expect((await ready())?.status).toBe('degraded');
  await reportLasting({ log: api.log, directory });
  expect(await recorded()).toHaveLength(before);
});
