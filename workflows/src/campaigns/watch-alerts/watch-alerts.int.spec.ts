import { setMaxListeners } from 'node:events';
import {
  type ClickHouseClient,
  type EventLog,
  type FoldFollower,
  handleCommand,
  openEventLog,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type Alerts,
  addDays,
  alertStreamPrefixes,
  automationStreamPrefixes,
  createAlerts,
  createAutomations,
  createCustomAutomations,
  customAutomationStreamPrefixes,
  type DomainEvent,
  dayMs,
  evolveAlerts,
  evolveAutomations,
  evolveCustomAutomations,
  failureDecider,
  failureStream,
  reportFailedTry,
} from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asRecorded } from '../../../../projections/src/testing/recorded-events.ts';
import {
  adamId,
  applicationId,
  campaign,
  figures,
  installReported,
  orgId,
} from '../../../../projections/src/testing/sample-events.ts';
import {
  startTables,
  type TablesUnderTest,
  writeInBatches,
} from '../../../../projections/src/testing/tables-under-test.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  linkOrganization,
  reportFirstLaunch,
} from '../../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { attemptedActivities } from '../../testing/attempted-activities.ts';
import { createWatchAlertsActivities } from './watch-alerts.activities.ts';
import type { WatchAlertsActivities } from './watch-alerts.contract.ts';

const today = '2026-03-10';
const eight = Date.parse(`${today}T08:10:00.000Z`);
const hour = 3_600_000;
const million = 1_000_000;

let tables: TablesUnderTest;
let node: EventStoreUnderTest;
let log: EventLog;
let client: ClickHouseClient;
let clock: number;
let alerts: FoldFollower<Alerts>;
const stopping = new AbortController();

beforeAll(async () => {
  // Each process that is begun listens to it.
  setMaxListeners(0, stopping.signal);
  [tables, node] = await Promise.all([startTables(), startEventStore()]);
});
afterAll(async () => {
  stopping.abort();
  await Promise.all([tables.stop(), node.stop()]);
});

beforeEach(async () => {
  log = openEventLog(node.url);
  client = await tables.emptyTables();
});

/** A process that evaluates alerts; another one knows nothing of this but by the log. */
function newWorker(): WatchAlertsActivities {
  const { signal } = stopping;
  const directory = followDirectory(log, signal);
  const automations = startFoldFollower(log, {
    state: createAutomations(),
    evolve: (state, { event, position }) => void evolveAutomations(state, event, position),
    streamPrefixes: automationStreamPrefixes,
    signal,
  });
  const customRules = startFoldFollower(log, {
    state: createCustomAutomations(),
    evolve: (state, { event, position }) => void evolveCustomAutomations(state, event, position),
    streamPrefixes: customAutomationStreamPrefixes,
    signal,
  });
  alerts = startFoldFollower(log, {
    state: createAlerts(),
    evolve: (state, { event, position }) => evolveAlerts(state, event, position),
    streamPrefixes: alertStreamPrefixes,
    signal,
  });
  const times = { everySeconds: undefined, completeAfterHours: 3 };
  const made = createWatchAlertsActivities({
    log,
    directory,
    automations,
    customRules,
    alerts,
    tables: client,
    times,
    now: () => clock,
  });
  return attemptedActivities(made, signal);
}

async function written(): Promise<readonly DomainEvent[]> {
  await alerts.reached(await log.lastPosition());
  const events: DomainEvent[] = [];
  for (const alertId of alerts.state.units.keys())
    events.push(...(await log.readStream(`alertEpisodes-${alertId}`)).map(({ event }) => event));
  return events;
}
const incidents = (events: readonly DomainEvent[]) =>
  events.flatMap((event) => (event.type === 'AlertFired' || event.type === 'AlertRecovered' ? [event] : []));

it('an hour that is seen twice begins an incident, once, whichever process evaluates it; a failure does at once', async () => {
  await addApplication(log, { id: applicationId, adamId });
  await linkOrganization(log, applicationId, { org_id: orgId, currency: 'EUR', time_zone: 'UTC' });
  const days = Array.from({ length: 14 }, (_, ago) => addDays(today, -ago - 1));
  const spent = (day: string, units: number) => figures('campaign', 1, day, [{ spend_micros: units * million }]);
  const before = [campaign(1, { daily_budget_micros: null }), ...days.map((day) => spent(day, 64))];
  await writeInBatches(client, asRecorded([...before, spent(today, 182)]), [100]);

  clock = eight;
  const input = { application_id: applicationId };
  expect(await newWorker().evaluateAlerts(input)).toEqual({ pause_seconds: 50 * 60 });
  expect(incidents(await written())).toEqual([]);
  clock = eight + hour;
  await newWorker().evaluateAlerts(input);
  const fired = await written();
  expect(incidents(fired)).toMatchObject([
    {
      type: 'AlertFired',
      data: { key: '1', severity: 'high', value: 182 * million, fired_at: new Date(clock).toISOString() },
    },
    { type: 'AlertFired', data: { key: `org:${orgId}` } },
  ]);
  await newWorker().evaluateAlerts(input);
  expect(await written()).toEqual(fired);

  await handleCommand(log, {
    stream: failureStream(applicationId),
    decider: failureDecider,
    cause: 'refused',
    context: asTest,
    decide: (state) =>
      reportFailedTry(
        state,
        { application_id: applicationId, org_id: orgId, source: 'ads_reports' },
        { reason: 'credentials_refused', detail: '401', at: new Date(clock).toISOString() },
      ),
  });
  clock += 1000;
  await newWorker().evaluateAlerts(input);
  expect(incidents(await written()).at(-1)).toMatchObject({
    data: { key: 'ads:credentials_refused', severity: 'high' },
  });

  await writeInBatches(client, asRecorded([spent(addDays(today, 1), 64)], 100_000), [1]);
  for (const hours of [24, 25]) {
    clock = eight + hours * hour;
    await newWorker().evaluateAlerts(input);
  }
  const after = incidents(await written());
  const ids = after.flatMap(({ type, data }) => (type === 'AlertRecovered' ? [data.episode_id] : []));
  expect(ids).toEqual(
    after.flatMap(({ type, data }) => (type === 'AlertFired' && data.unit === 'money' ? [data.episode_id] : [])),
  );
  expect(clock - eight).toBeGreaterThan(dayMs);
});

it('goes on calling an SDK silent after a week, in which nothing has become usual', async () => {
  await reportFirstLaunch(log, applicationId, '2026-03-09', '2026-03-09T10:00:00.000Z');
  const launches = Array.from({ length: 360 }, (_, index) => installReported(`i${index}`, '2026-03-09T10:00:00.000Z'));
  await writeInBatches(client, asRecorded(launches, 200_000), [launches.length]);
  for (const instant of ['2026-03-12T12:30:00.000Z', '2026-03-20T12:30:00.000Z']) {
    clock = Date.parse(instant);
    await newWorker().evaluateAlerts({ application_id: applicationId });
  }
  const silences = incidents(await written()).filter(({ data }) => data.key === 'sdk:silent');
  expect(silences).toMatchObject([{ type: 'AlertFired', data: { value: 48, unit: 'hours' } }]);
});
