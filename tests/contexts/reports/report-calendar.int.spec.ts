import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adsPullStream } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, happened, inTables, linkOrganization, pulledFigures } from '../../support/facts/ads-world.ts';
import { joinTeam, removePerson } from '../../support/people/team-member.ts';
import { eventually } from '../../support/product/product.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type OutboxMail, tokenOf } from '../../support/workers/mailing.ts';
import { type Reporting, type ReportingOptions, startReporting } from '../../support/workers/reporting.ts';

const path = '/api/asa/report_schedules';
const objects: AdsObjects = { orgId: 4301, campaignId: 5301, adGroupId: 6301, keywordId: 7301 };
const firstMidnight = Date.parse(new Date().toISOString().slice(0, 10));

/** An instant of the test's own days, `day(2, '09:00')` two days after the first. */
const instant = (days: number, time: string): number =>
  Date.parse(`${new Date(firstMidnight + days * 86_400_000).toISOString().slice(0, 10)}T${time}Z`);
const dateOf = (days: number): string => new Date(firstMidnight + days * 86_400_000).toISOString().slice(0, 10);

let api: ApiService;
let folder: string;
let workers: Reporting[] = [];
let me: { token: string; accountId: number; email: string };
let applicationId = 0;
let created: number[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-report-calendar-'));
  api = await startApi({ tables: true });
  api.clock.stoppedAt = instant(0, '08:00');
  me = await api.signUp();
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token: me.token, body })).body.application_id);
  const application = { id: applicationId, adamId: 1_500_000_001, accountId: me.accountId };
  await linkOrganization(api, application, objects);
  const figures = { day: dateOf(-1), impressions: 900, taps: 30, installs: 12, spendMicros: 45_670_000 };
  await inTables(api, await pulledFigures(api, applicationId, objects, figures));
});
afterEach(async () => {
  await stopWorkers();
  for (const id of created) await call('DELETE', '', { id });
  created = [];
});
afterAll(async () => {
  await stopWorkers();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stopWorkers(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
}

/** The processes start anew at an instant, as after an outage. */
async function runFrom(at: number, options: ReportingOptions = {}): Promise<Reporting> {
  await stopWorkers();
  api.clock.stoppedAt = at;
  const worker = await startReporting(api, folder, options);
  workers.push(worker);
  return worker;
}

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  at: string,
  fields: Readonly<Record<string, unknown>>,
  token = me.token,
) => {
  const named = { application_id: `${applicationId}`, ...fields };
  return api.call(method, `${path}${at}`, { token, [method === 'GET' ? 'query' : 'body']: named });
};

async function create(name: string, overrides: Readonly<Record<string, unknown>> = {}, token = me.token) {
  const answer = await call(
    'POST',
    '',
    {
      name,
      view: { call: 'campaigns', columns: ['spend', 'installs'], sort: '-spend' },
      scope: { asa_organization_id: objects.orgId },
      range: 'yesterday',
      cadence: { every: 'day', time: '09:00', zone: 'UTC' },
      form: { file: 'csv' },
      recipients: [{ account_id: me.accountId }],
      ...overrides,
    },
    token,
  );
  expect(answer).toMatchObject({ status: 200 });
  const id = Number(answer.body.id);
  created.push(id);
  return id;
}

interface ListedSend {
  readonly send_id: string;
  readonly slot: string;
  readonly state: string;
  readonly recipients: readonly { email: string; state: string; reason: string | null }[];
}

const sendsOf = async (id: number): Promise<ListedSend[]> =>
  (await call('GET', '/sends', { id: String(id) })).body.sends as ListedSend[];

/** Slot and state of all sends, oldest first, once there are so many and they are in these states. */
const sendsBecome = (id: number, expected: readonly string[]): Promise<ListedSend[]> =>
  eventually(
    () => sendsOf(id),
    (sends) => statesOf(sends).join() === expected.join(),
    { timeoutMs: 15_000 },
  );
const statesOf = (sends: readonly ListedSend[]): string[] =>
  sends.map(({ slot, state }) => `${slot} ${state}`).toReversed();

async function mailsAbout(name: string, kind = 'scheduled-report'): Promise<OutboxMail[]> {
  const mails = (await workers[0]?.all()) ?? [];
  return mails.filter((mail) => mail.kind === kind && `${mail.subject} ${mail.text}`.includes(name));
}

/** The organization is pulled at the instant that it is now. */
async function pulled(): Promise<void> {
  const at = api.deps.now().toISOString();
  const day = at.slice(0, 10);
  const data = { application_id: applicationId, org_id: objects.orgId, pulled_at: at, from_day: day, to_day: day };
  await inTables(
    api,
    await happened(api, adsPullStream(applicationId, objects.orgId), { type: 'AdsPullCompleted', data }),
  );
}

describe('a report with a calendar', () => {
  it('is sent at its time; what was missed is sent once, or told to its author after twelve hours', async () => {
    const id = await create('On time');
    await runFrom(instant(0, '08:59'));
    expect(await sendsOf(id)).toEqual([]);
    await runFrom(instant(0, '09:01'));
    await sendsBecome(id, [`${dateOf(0)}T09:00 sent`]);
    await runFrom(instant(2, '20:00'));
    const all = [`${dateOf(0)}T09:00 sent`, `${dateOf(1)}T09:00 skipped`, `${dateOf(2)}T09:00 sent`];
    await sendsBecome(id, all);
    const [problem] = await (workers[0] as Reporting).wait('report-failed', me.email);
    expect(problem?.text).toContain(`It was due on ${dateOf(1)} at 09:00 and could not be sent within 12 hours.`);
    await runFrom(instant(2, '20:30'));
    await sendsBecome(id, all);
    expect(await mailsAbout('On time')).toHaveLength(2);
  });

  it('is sent every so many seconds instead, those of an outage once each', async () => {
    api.clock.stoppedAt = instant(3, '05:00');
    await pulled();
    const id = await create('Often');
    await runFrom(instant(3, '06:10'), { everySeconds: 1200 });
    const all = ['05:20:00', '05:40:00', '06:00:00'].map((time) => `${dateOf(3)}T${time} sent`);
    await sendsBecome(id, all);
    expect(await mailsAbout('Often')).toHaveLength(3);
  });

  it('waits for its figures; then it is sent with a line on top and corrected, or its author is told', async () => {
    api.clock.stoppedAt = instant(4, '08:00');
    const sent = await create('Late but sent', { correct: true });
    const skipped = await create('Late and skipped', { if_late: 'skip' });
    const slot = `${dateOf(4)}T09:00`;
    await runFrom(instant(4, '11:59'));
    await sendsBecome(sent, [`${slot} waiting`]);
    await sendsBecome(skipped, [`${slot} waiting`]);
    await runFrom(instant(4, '12:01'));
    await sendsBecome(skipped, [`${slot} skipped`]);
    await sendsBecome(sent, [`${slot} sent`, `${slot}-corrected waiting`]);
    const [mail] = await mailsAbout('Late but sent');
    expect(mail?.text).toMatch(/Apple Ads figures are complete until \d+ \w+; later ones will still grow\./);
    await eventually(
      () => mailsAbout('Late and skipped', 'report-failed'),
      (mails) => mails.length === 1,
    );
    expect(await mailsAbout('Late and skipped')).toEqual([]);
    api.clock.stoppedAt = instant(4, '13:00');
    await pulled();
    await runFrom(instant(4, '13:01'));
    await sendsBecome(sent, [`${slot} sent`, `${slot}-corrected sent`]);
    const corrected = (await mailsAbout('Late but sent')).filter(({ subject }) => subject.startsWith('Corrected: '));
    expect(corrected).toHaveLength(1);
    expect(corrected[0]?.text).not.toContain('will still grow');
  });

  it('goes to addresses outside the team for two weeks after its author left, then on the word of an admin', async () => {
    const author = await joinTeam(api, me, 'member');
    const email = 'partner@outside.example';
    await runFrom(instant(5, '09:00'));
    await pulled();
    const id = await create('For a partner', { recipients: [{ email }], status: 'paused' }, author.token);
    const [question] = await (workers[0] as Reporting).wait('report-confirm', email);
    await api.call('POST', '/api/report_recipient', { body: { token: tokenOf(question), accept: true } });
    await removePerson(api, me, author.accountId);
    const newest = async (at: number): Promise<ListedSend | undefined> => {
      await runFrom(at);
      const { send_id } = (await call('POST', '/send', { id, to: 'all' })).body;
      const sends = await eventually(
        () => sendsOf(id),
        (list) => list.some((send) => send.send_id === send_id && send.state !== 'waiting'),
        { timeoutMs: 15_000 },
      );
      return sends.find((send) => send.send_id === send_id);
    };
    expect(await newest(instant(18, '10:00'))).toMatchObject({ state: 'sent' });
    expect(await newest(instant(20, '10:00'))).toMatchObject({
      state: 'skipped',
      recipients: [{ email, reason: 'Its author left the team, and no admin has confirmed it since' }],
    });
    expect(await call('PUT', '', { id, updates: { wait_hours: 1 } })).toMatchObject({ status: 200 });
    expect(await newest(instant(20, '10:10'))).toMatchObject({ state: 'sent' });
  });
});

describe('a report whose process is killed', () => {
  it.each(['requestReportMails', 'followReportMails'] as const)(
    'before %s is sent once by the two that go on',
    async (diesBefore) => {
      const name = `Killed before ${diesBefore}`;
      const day = diesBefore === 'requestReportMails' ? 21 : 22;
      api.clock.stoppedAt = instant(day, '08:00');
      await pulled();
      const id = await create(name);
      await runFrom(instant(day, '09:01'), { diesBefore });
      await sendsBecome(id, [`${dateOf(day)}T09:00 waiting`]);
      await runFrom(instant(day, '09:02'));
      workers.push(await startReporting(api, folder));
      await sendsBecome(id, [`${dateOf(day)}T09:00 sent`]);
      expect(await mailsAbout(name)).toHaveLength(1);
    },
  );

  it('is followed to its end also when the report was deleted meanwhile', async () => {
    api.clock.stoppedAt = instant(23, '08:00');
    await pulled();
    const id = await create('Deleted meanwhile');
    const has = (type: string) =>
      eventually(
        async () =>
          (await api.log.readStream(`reportSend-${id}.${dateOf(23)}T09:00`)).map(({ event }) => event.type as string),
        (types) => types.includes(type),
        { timeoutMs: 15_000 },
      );
    await runFrom(instant(23, '09:01'), { diesBefore: 'followReportMails' });
    await has('ReportMailsClaimed');
    await call('DELETE', '', { id });
    await runFrom(instant(23, '09:02'));
    expect(await has('ReportSendEnded')).toHaveLength(4);
  });
});
