import { createFailureRecorder, createStoreReportsClient, startFoldFollower, storeZone } from '@tapwise/adapters';
import {
  addDays,
  createRateBook,
  type Day,
  dayInZone,
  evolveRateBook,
  exchangeRatesPrefix,
  exchangeRatesStream,
  failureStream,
  storeDayStream,
  storeReportsPullStream,
} from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../infra/simulators/apple/src/simulator.ts';
import { control } from '../../../infra/simulators/apple/src/testing/control-calls.ts';
import { reportLasting } from '../../../workflows/src/accounts/report-lasting-failures/report-lasting-failures.activities.ts';
import { runAttempt } from '../../../workflows/src/activity/attempt.ts';
import { createPublishExchangeRatesActivities } from '../../../workflows/src/pulls/publish-exchange-rates/publish-exchange-rates.activities.ts';
import { publishExchangeRatesProcess } from '../../../workflows/src/pulls/publish-exchange-rates/publish-exchange-rates.contract.ts';
import { createStoreReportActivities } from '../../../workflows/src/pulls/pull-store-reports/pull-store-reports.activities.ts';
import { type RunningProcess, runProcess } from '../../../workflows/src/testing/run-process.ts';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import { asTest } from '../../support/facts/settings.ts';
import { runOperator } from '../../support/programs/operator-command.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type Mailing, startMailing } from '../../support/workers/mailing.ts';

const hourMs = 3_600_000;
const stopping = new AbortController();
let simulator: Simulator;
let api: ApiService;
let mailing: Mailing;
let person: Awaited<ReturnType<ApiService['signUp']>>;
let applicationId: number;
let yesterday: Day;

beforeAll(async () => {
  simulator = await startSimulator({ historyMonths: 1, scale: 0.05, movement: 'off' });
  api = await startApi({ tables: true, storeUrl: simulator.url });
  mailing = await startMailing(api);
  person = await api.signUp();
  const { token } = person;
  const app = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body: app })).body.application_id);
  const { issuerId: issuer_id, keyId: key_id, vendorNumber: vendor_number, privateKeyPem } = simulator.connectKey;
  const key = { application_id: applicationId, issuer_id, key_id, vendor_number, private_key: privateKeyPem };
  expect((await api.call('POST', '/api/application/asc_credentials', { token, body: key })).status).toBe(200);
  yesterday = addDays(dayInZone(Date.now(), storeZone), -1);
});
afterEach(() =>
  faults({ connect_late_days: [], connect_missing_columns: [], connect_corrected_days: [], rates_jumps: {} }),
);
afterAll(async () => {
  stopping.abort();
  await mailing.stop();
  await Promise.all([api.stop(), simulator.stop()]);
});

const faults = (switches: object) => control(simulator, '/faults', switches);
const recorderAt = (at: Date) =>
  createFailureRecorder({
    log: api.log,
    directory: api.deps.directory,
    logger: api.deps.logger,
    context: asTest,
    now: () => at,
  });

/** The next part of the pull, by a process that has just begun. What fails is recorded as of an instant. */
async function pull(failsSince = new Date()): Promise<{ pause_seconds: number }> {
  const { log, directory, vault, logger } = api.deps;
  const { pullStoreReports } = createStoreReportActivities({
    log,
    directory,
    vault,
    logger,
    storeReports: createStoreReportsClient({ url: simulator.url }),
    failures: recorderAt(failsSince),
  });
  const attempt = { activity: 'spec', number: 1, cause: 'spec', signal: stopping.signal };
  const answer = await runAttempt(attempt, () => pullStoreReports({ application_id: applicationId }));
  const failures = await log.readLast(failureStream(applicationId));
  await directory.reached(failures?.position ?? 0n);
  const done = await log.readLast(storeReportsPullStream(applicationId));
  await inTables(api, done?.position ?? 0n);
  return answer;
}

/** Makes the last look at all settled days one of the day before. */
async function ageLooks(): Promise<void> {
  const pulls = (await api.log.readStream(storeReportsPullStream(applicationId))).flatMap(({ event }) =>
    event.type === 'StoreReportsPullCompleted' ? [event.data] : [],
  );
  const pulled_at = new Date(Date.now() - 24 * hourMs).toISOString();
  const common = { application_id: applicationId, vendor_number: simulator.connectKey.vendorNumber, pulled_at };
  const days = [...new Set(pulls.flatMap((pull) => pull.days))];
  const empty_days = [...new Set(pulls.flatMap((pull) => pull.empty_days ?? []))];
  await happened(api, storeReportsPullStream(applicationId), {
    type: 'StoreReportsPullCompleted',
    data: { ...common, app_sku: null, days, empty_days },
  });
}

/** What Countries shows: installs of the store's reports, and what is missing of them. */
async function countries(): Promise<{ installs: number; warning: string }> {
  const query = { application_id: applicationId };
  const { body } = await api.call('GET', '/api/application/countries_ltv', { token: person.token, query });
  const rows = body.countries as { installs: number }[];
  return { installs: rows.reduce((sum, { installs }) => sum + installs, 0), warning: String(body.warning ?? '') };
}

interface Problem {
  readonly integration: string;
  readonly reason: string;
  readonly sentence: string;
}

/** What Settings shows. */
async function problems(): Promise<Problem[]> {
  const { body } = await api.call('GET', '/api/account', { token: person.token });
  return (body.applications as { problems: Problem[] }[])[0]?.problems ?? [];
}
const metrics = async () => (await api.app.inject({ method: 'GET', url: '/metrics' })).body;
const ready = async (part: string) =>
  ((await api.call('GET', '/readyz')).body.parts as Record<string, { status: string; detail: string }>)[part];
const ofDay = async (day: Day) =>
  (await api.log.readStream(storeDayStream(applicationId, day))).map(({ event }) => event.type);

describe('store reports', () => {
  it('that come late stay pending at any age, are shown, and are taken in when they are there', async () => {
    const late = addDays(yesterday, -6);
    await faults({ connect_late_days: [late] });
    await pull();
    await pull();
    expect(await ofDay(late)).toEqual([]);
    expect(await problems()).toMatchObject([{ integration: 'store', reason: 'pending' }]);
    expect((await countries()).warning).toMatch(/^The store's reports of .* are missing and asked for again\.$/);
    expect(await metrics()).toMatch(/^tapwise_failures\{kind="store_days"\} 1/m);
    const before = (await countries()).installs;
    await faults({ connect_late_days: [] });
    await pull();
    expect(await ofDay(late)).toEqual(['StoreSalesRecorded', 'StoreSubscriptionsRecorded']);
    expect((await countries()).installs).toBeGreaterThan(before);
    expect([await problems(), (await countries()).warning]).toEqual([[], '']);
  });

  it('that are corrected within ten days replace the day, and later ones do not', async () => {
    while ((await pull()).pause_seconds === 0);
    const before = (await countries()).installs;
    const corrected = addDays(yesterday, -9);
    const settled = addDays(yesterday, -11);
    await faults({ connect_corrected_days: [corrected, settled] });
    await pull();
    expect((await countries()).installs).toBe(before);
    await ageLooks();
    await pull();
    expect((await ofDay(corrected)).filter((type) => type === 'StoreSalesRecorded')).toHaveLength(2);
    expect((await ofDay(settled)).filter((type) => type === 'StoreSalesRecorded')).toHaveLength(1);
    expect((await countries()).installs).toBeGreaterThan(before);
  });

  it('without a column that is needed are a failure that lasts: Settings, readiness, metrics, and a mail after an hour', async () => {
    expect(await ready('store')).toEqual({ status: 'ok', detail: '' });
    await faults({ connect_missing_columns: ['Units', 'Country Code'] });
    await ageLooks();
    const { installs } = await countries();
    await pull(new Date(Date.now() - hourMs - 60_000));
    const [problem] = await problems();
    expect(problem).toMatchObject({ integration: 'store', reason: 'column_missing' });
    expect(problem?.sentence).toContain('without a column that we need');
    expect(await ready('store')).toMatchObject({
      status: 'degraded',
      detail: expect.stringMatching(
        /^App Store Connect: sends files without a column that is needed since .*Country Code, Units/,
      ),
    });
    expect(await metrics()).toMatch(/^tapwise_failures\{kind="store_files"\} 1/m);
    expect(await countries()).toMatchObject({ installs, warning: expect.stringContaining('lack the column') });
    await reportLasting(api.deps);
    const [mail] = await mailing.wait('integration-broken', person.email);
    expect(mail?.text).toContain(problem?.sentence);
    await faults({ connect_missing_columns: [] });
    await pull();
    expect([await problems(), await ready('store')]).toEqual([[], { status: 'ok', detail: '' }]);
    expect((await countries()).warning).toBe('');
  });
});

describe('an exchange rate that jumps', () => {
  it('is held back and shown until an operator decides, or the bank publishes the day again', async () => {
    let process: RunningProcess | undefined;
    const rates = startFoldFollower(api.log, {
      state: createRateBook(),
      evolve: (book, { event }) => {
        evolveRateBook(book, event);
        if (event.type === 'ExchangeRateAccepted' || event.type === 'ExchangeRateRefused') process?.wake();
      },
      streamPrefixes: [exchangeRatesPrefix],
      signal: stopping.signal,
    });
    const url = `${simulator.url}/rates/eurofxref-hist.xml`;
    /** Asks once, and again when an operator has decided. */
    const ask = async (until: () => Promise<void>) => {
      const over = new AbortController();
      const signal = AbortSignal.any([stopping.signal, over.signal]);
      const { log, logger } = api.deps;
      const failures = recorderAt(new Date());
      const activities = createPublishExchangeRatesActivities({
        log,
        rates,
        url,
        failures,
        logger,
        pauseSeconds: 3600,
      });
      process = runProcess(publishExchangeRatesProcess, {}, { activities, logger, signal });
      await until();
      over.abort();
      await process.ended();
    };
    const isHeld = (count: number) => () =>
      expect
        .poll(metrics, { timeout: 20_000 })
        .toMatch(new RegExp(`^tapwise_failures\\{kind="held_rates"\\} ${count}`, 'm'));
    const listed = async () => (await runOperator(api.addresses, 'rates')).rows;
    await ask(() => expect.poll(() => rates.state.days.length, { timeout: 20_000 }).toBeGreaterThan(400));
    const day = rates.state.days.at(-1) ?? '';
    const usual = rates.state.byDay.get(day)?.rates.USD ?? 0;

    await faults({ rates_jumps: { [day]: { USD: 10, SEK: 10 } } });
    await ask(async () => {
      await isHeld(1)();
      const held = await listed();
      expect(held.map(({ currency }) => currency).sort()).toEqual(['SEK', 'USD']);
      const units_per_euro = expect.closeTo(usual * 10, 2);
      expect(held).toContainEqual(expect.objectContaining({ day, currency: 'USD', units_per_euro, state: 'held' }));
      expect(await ready('exchange_rates')).toMatchObject({
        status: 'degraded',
        detail: expect.stringContaining('decide about it'),
      });
      expect(rates.state.byDay.get(day)?.rates.USD).toBe(usual);
      await runOperator(api.addresses, 'rates', '--accept', day, 'SEK');
      await runOperator(api.addresses, 'rates', '--refuse', day, 'USD');
      await isHeld(0)();
      expect(await ready('exchange_rates')).toEqual({ status: 'ok', detail: '' });
    });

    await faults({ rates_jumps: { [day]: { SEK: 10, USD: 12 } } });
    await ask(isHeld(1));
    await faults({ rates_jumps: { [day]: { SEK: 10 } } });
    await ask(isHeld(0));
    expect((await api.log.readLast(exchangeRatesStream(day)))?.event).toMatchObject({
      type: 'ExchangeRateRefused',
      data: { currency: 'USD', contradicted_by: day },
    });
    expect(await listed()).toEqual([]);
  });
});
