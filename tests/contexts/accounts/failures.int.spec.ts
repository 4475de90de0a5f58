import { createFailureRecorder } from '@tapwise/adapters';
import { type FailureSubject, failureStream } from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportLasting } from '../../../workflows/src/accounts/report-lasting-failures/report-lasting-failures.activities.ts';
import { linkOrganization } from '../../support/facts/ads-world.ts';
import { asTest } from '../../support/facts/settings.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type Mailing, startMailing } from '../../support/workers/mailing.ts';

let api: ApiService;
let mailing: Mailing;
let person: Awaited<ReturnType<ApiService['signUp']>>;
let applicationId = 0;
let orgId = 4000;
const gone = { reason: 'gone', detail: 'answered 410' } as const;

beforeAll(async () => {
  api = await startApi();
  mailing = await startMailing(api);
});
afterAll(async () => {
  await mailing.stop();
  await api.stop();
});
beforeEach(async () => {
  person = await api.signUp();
  orgId += 1;
  const body = { name: 'Calm', url: `https://apps.apple.com/app/id${1_500_000_000 + orgId}` };
  applicationId = Number(
    (await api.call('POST', '/api/application', { token: person.token, body })).body.application_id,
  );
  const objects = { orgId, campaignId: 5001, adGroupId: 6001, keywordId: 7001 };
  const application = { id: applicationId, adamId: 1_500_000_000 + orgId, accountId: person.accountId };
  await linkOrganization(api, application, objects, { pulled: false });
});

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const reports = (): FailureSubject => ({ application_id: applicationId, org_id: orgId, source: 'ads_reports' });

/** A recorder whose tries were made at that time. */
const recorderAt = (at: Date) =>
  createFailureRecorder({
    log: api.log,
    directory: api.deps.directory,
    context: asTest,
    logger: api.deps.logger,
    now: () => at,
  });

/** Waits until the API knows the last event of a stream. */
async function untilInDirectory(applicationOrProduct: number | null): Promise<void> {
  const last = await api.log.readLast(failureStream(applicationOrProduct));
  await api.deps.directory.reached(last?.position ?? 0n);
}

async function failed(
  subject: FailureSubject,
  cause: Parameters<ReturnType<typeof recorderAt>['failed']>[1],
  at: Date,
) {
  await recorderAt(at).failed(subject, cause);
  await untilInDirectory(subject.application_id);
}

async function succeeded(subject: FailureSubject) {
  await recorderAt(new Date()).succeeded(subject);
  await untilInDirectory(subject.application_id);
}

async function report(): Promise<void> {
  await reportLasting({ log: api.log, directory: api.deps.directory });
  await untilInDirectory(applicationId);
}

interface IntegrationStatus {
  asa_integration: string;
  problems: { sentence: string }[];
}
const application = async (): Promise<IntegrationStatus> => {
  const { body } = await api.call('GET', '/api/account', { token: person.token });
  return (body.applications as IntegrationStatus[])[0] ?? expect.fail('There is an application');
};
const ready = async () =>
  (await api.call('GET', '/readyz')).body.parts as Record<string, { status: string; detail: string }>;
const metrics = async () => (await api.app.inject({ method: 'GET', url: '/metrics' })).body;

describe('an integration that fails', () => {
  it('shows since when and what to do, with its state as it is, until a try succeeds', async () => {
    const since = minutesAgo(70);
    await failed(reports(), gone, since);
    await failed(reports(), gone, minutesAgo(10));
    expect(await application()).toMatchObject({
      asa_integration: 'integrated',
      problems: [
        {
          integration: 'ads',
          reason: 'gone',
          since: since.toISOString(),
          sentence: expect.stringMatching(/ since .* UTC /),
        },
      ],
    });
    expect(await metrics()).toMatch(/^tapwise_failures\{kind="ads_reports"\} [1-9]/m);
    expect(await metrics()).toMatch(/^tapwise_failure_oldest_seconds\{kind="ads_reports"\} 4[0-9]{3}/m);
    await succeeded(reports());
    expect((await application()).problems).toEqual([]);
    expect(await metrics()).toMatch(/^tapwise_failures\{kind="ads_reports"\} 0/m);
  });

  it('is mailed once after an hour, with the whole sentence, and so is its end', async () => {
    await failed(reports(), gone, minutesAgo(59));
    await report();
    await failed({ ...reports(), source: 'ads_structure' }, gone, minutesAgo(61));
    await Promise.all([report(), report()]);
    const [mail] = await mailing.wait('integration-broken', person.email);
    const [problem] = (await application()).problems;
    expect(mail?.subject).toBe('Calm: Apple Ads needs attention');
    expect(mail?.text).toContain(problem?.sentence);
    expect(mail?.text).toContain(`/client/settings#ads-${applicationId}`);
    await succeeded(reports());
    await report();
    expect(
      (await mailing.all()).filter(({ to, kind }) => to === person.email && kind === 'integration-done'),
    ).toHaveLength(1);
    await succeeded({ ...reports(), source: 'ads_structure' });
    // One was for the link.
    await mailing.wait('integration-done', person.email, 2);
    expect(await mailing.wait('integration-broken', person.email)).toHaveLength(1);
  });
});

describe('an outside service that fails for all', () => {
  it('degrades a part of readiness, names nobody there, and is a problem of every application that uses it', async () => {
    const access = { application_id: null, org_id: null, source: 'ads_access' } as const;
    expect(await ready()).toMatchObject({
      ads: { status: 'ok' },
      exchange_rates: { status: 'ok' },
      mail: { status: 'ok' },
    });
    await failed(access, { reason: 'credentials_refused', detail: 'answered 400, invalid_client' }, minutesAgo(1));
    expect((await ready()).ads).toEqual({
      status: 'degraded',
      detail: expect.stringMatching(/^Apple Ads: refuses our credentials; .* \(answered 400, invalid_client\)$/),
    });
    expect((await application()).problems).toMatchObject([{ integration: 'ads', reason: 'credentials_refused' }]);
    await succeeded(access);
    expect((await ready()).ads).toEqual({ status: 'ok', detail: '' });
  });

  it('is no fault when its API user is not configured, and whoever waits for it reads that', async () => {
    const access = { application_id: null, org_id: null, source: 'ads_access' } as const;
    const other = await api.signUp();
    const body = { name: 'Waiting', url: `https://apps.apple.com/app/id${1_600_000_000 + orgId}` };
    const { application_id } = (await api.call('POST', '/api/application', { token: other.token, body })).body;
    const problems = async () => {
      const { applications } = (await api.call('GET', '/api/account', { token: other.token })).body;
      return (applications as IntegrationStatus[])[0]?.problems;
    };
    await failed(access, { reason: 'not_configured', detail: '' }, minutesAgo(1));
    expect((await ready()).ads).toEqual({
      status: 'ok',
      detail: expect.stringMatching(/^Apple Ads: is switched off, because its API user is not configured; /),
    });
    expect(await problems()).toEqual([]);
    const name = { application_id, asa_account_name: 'Waiting' };
    const { status } = await api.call('POST', '/api/application/asa_account_name', { token: other.token, body: name });
    expect(status).toBe(200);
    const problem = { integration: 'ads', reason: 'not_configured', sentence: expect.stringContaining('ask support') };
    expect(await problems()).toMatchObject([problem]);
    expect((await application()).problems).toMatchObject([problem]);
    await succeeded(access);
    expect(await problems()).toEqual([]);
    expect((await ready()).ads).toEqual({ status: 'ok', detail: '' });
  });

  it('that may come back by itself is shown when it has lasted', async () => {
    const rates = { application_id: null, org_id: null, source: 'exchange_rates' } as const;
    await failed(rates, { reason: 'away', detail: 'no answer in time' }, minutesAgo(9));
    expect((await ready()).exchange_rates?.status).toBe('ok');
    await succeeded(rates);
    await failed(rates, { reason: 'away', detail: 'no answer in time' }, minutesAgo(11));
    expect((await ready()).exchange_rates?.status).toBe('degraded');
    await succeeded(rates);
  });

  it('is the ad service when no ad organization at all can be asked', async () => {
    const organizations = [...api.deps.directory.state.applications.values()].flatMap(
      ({ application_id, organizations: all }) =>
        all.map(({ org_id }): FailureSubject => ({ application_id, org_id, source: 'ads_reports' })),
    );
    const [last, ...others] = organizations.toReversed();
    for (const other of others) await failed(other, gone, minutesAgo(3));
    expect((await ready()).ads?.status).toBe('ok');
    await failed(last as FailureSubject, gone, minutesAgo(2));
    expect((await ready()).ads).toMatchObject({ status: 'degraded', detail: expect.stringContaining('answered 410') });
    for (const organization of organizations) await succeeded(organization);
    expect((await ready()).ads?.status).toBe('ok');
  });
});
