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
  alertStream,
  alertStreamPrefixes,
  automationStreamPrefixes,
  type Creations,
  createAlerts,
  createAutomations,
  createCustomAutomations,
  creationStreamPrefixes,
  customAutomationStreamPrefixes,
  type DomainEvent,
  type DomainEventOf,
  dayMs,
  evolveAlerts,
  evolveAutomations,
  evolveCreations,
  evolveCustomAutomations,
  failureDecider,
  failureStream,
  isOpenEpisode,
  reportFailedTry,
} from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asRecorded } from '../../../../projections/src/testing/recorded-events.ts';
import {
  adamId,
  adGroup,
  applicationId,
  campaign,
  figures,
  orgId,
  pullCompleted,
} from '../../../../projections/src/testing/sample-events.ts';
import { installReported } from '../../../../projections/src/testing/sample-users.ts';
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
import { createWatchOwnAlertActivities } from '../watch-own-alert/watch-own-alert.activities.ts';
import type { WatchOwnAlertActivities } from '../watch-own-alert/watch-own-alert.contract.ts';
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
  const opened = openEventLog(node.url);
  await addApplication(opened, { id: applicationId, adamId });
  await linkOrganization(opened, applicationId, { org_id: orgId, currency: 'EUR', time_zone: 'UTC' });
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
function newWorker(): WatchAlertsActivities & WatchOwnAlertActivities {
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
  const creations = startFoldFollower<Creations>(log, {
    state: new Map(),
    evolve: (state, { event }) => void evolveCreations(state, event),
    streamPrefixes: creationStreamPrefixes,
    signal,
  });
  const times = { everySeconds: undefined, completeAfterHours: 3 };
  const sources = { log, directory, automations, customRules, alerts, tables: client, times, now: () => clock };
  return attemptedActivities(
    {
      ...createWatchAlertsActivities(sources),
      ...createWatchOwnAlertActivities({ ...sources, creations, hourMs: hour }),
    },
    signal,
  );
}

async function written(): Promise<readonly DomainEvent[]> {
  await alerts.reached(await log.lastPosition());
  const events: DomainEvent[] = [];
  for (const alertId of alerts.state.units.keys())
    events.push(...(await log.readStream(`alertEpisodes-${alertId}`)).map(({ event }) => event));
  return events;
}
const writtenOf = async (alertId: number) =>
  (await written()).filter(({ data }) => 'alert_id' in data && data.alert_id === alertId);
const incidents = (events: readonly DomainEvent[]) =>
  events.flatMap((event) => (event.type === 'AlertFired' || event.type === 'AlertRecovered' ? [event] : []));

it('an hour that is seen twice begins an incident, once, whichever process evaluates it; a failure does at once', async () => {
  // The first pull reads newer days first: of the 14 days before, these are in.
  const days = Array.from({ length: 9 }, (_, ago) => addDays(today, -ago - 1));
  const spent = (day: string, units: number) => figures('campaign', 1, day, [{ spend_micros: units * million }]);
  const before = [campaign(1, { daily_budget_micros: null }), ...days.map((day) => spent(day, 64))];
  const pulled = pullCompleted(new Date(eight).toISOString(), addDays(today, -days.length));
  await writeInBatches(client, asRecorded([...before, spent(today, 182), pulled]), [100]);

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
      data: {
        key: '1',
        severity: 'high',
        value: 182 * million,
        limit: 114 * million,
        fired_at: new Date(clock).toISOString(),
      },
    },
    { type: 'AlertFired', data: { key: `org:${orgId}` } },
  ]);
  await newWorker().evaluateAlerts(input);
  expect(await written()).toEqual(fired);

  const organizations = [orgId, orgId + 1];
  for (const org_id of organizations)
    await handleCommand(log, {
      stream: failureStream(applicationId),
      decider: failureDecider,
      cause: `refused ${org_id}`,
      context: asTest,
      decide: (state) =>
        reportFailedTry(
          state,
          { application_id: applicationId, org_id, source: 'ads_reports' },
          { reason: 'credentials_refused', detail: '401', at: new Date(clock).toISOString() },
        ),
    });
  clock += 1000;
  await newWorker().evaluateAlerts(input);
  expect(incidents(await written()).slice(-2)).toMatchObject(
    organizations.map((org_id) => ({ data: { key: `ads:credentials_refused:${org_id}`, org_id, severity: 'high' } })),
  );

  const tomorrow = addDays(today, 1);
  const next = [spent(tomorrow, 64), pullCompleted(new Date(eight + dayMs).toISOString(), today, tomorrow)];
  await writeInBatches(client, asRecorded(next, 100_000), [2]);
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

const apart = { initialState: () => null, evolve: () => null };

/** Someone wrote an alert about the taps of yesterday, which is asked at eight. */
async function writtenAlert(
  alert_id: number,
  fields: { readonly level: string; readonly op: string; readonly value: number },
) {
  const { level, op, value } = fields;
  const content: DomainEventOf<'AlertCreated'>['data']['content'] = {
    name: 'Taps',
    on: true,
    severity: 'normal',
    for: 1,
    clear: 1,
    channels: [],
    apply_to: { [orgId]: 'all' },
    automation_params: {
      level,
      cases: [{ when: { metric: 'taps', window: '1d', op, value }, then: [{ do: 'notify' }] }],
      schedule: { hours: [8] },
    },
    settings: null,
  };
  const created_at = new Date(eight - 12 * hour).toISOString();
  const data = { alert_id, application_id: applicationId, content, created_by: 1, created_at };
  await appended(alertStream(alert_id), { type: 'AlertCreated', data });
  return { alert_id };
}

const appended = (stream: string, ...events: readonly DomainEvent[]) =>
  handleCommand(log, {
    stream,
    decider: apart,
    cause: `${stream} ${events[0]?.type}`,
    context: asTest,
    decide: () => events,
  });

/** The ends of incidents of built-in alerts that are open. */
const openFailures = () =>
  [...alerts.state.episodes.values()]
    .filter((episode) => isOpenEpisode(episode) && episode.alert_id > 1_000_000)
    .map(({ alert_id, application_id, episode_id, key, slot, firedAt }) => ({
      type: 'AlertRecovered' as const,
      data: {
        alert_id,
        application_id,
        episode_id,
        key,
        slot,
        message: 'none' as const,
        recovered_at: new Date(firedAt).toISOString(),
      },
    }));

it('alerts that people wrote are evaluated at their hours, once whichever process does; many incidents at once; one ends with the next pull', async () => {
  const yesterday = addDays(today, -1);
  const groups = Array.from({ length: 150 }, (_, index) => adGroup(1, 1000 + index));
  const ad_groups = groups.flatMap(({ event }) => (event.type === 'AdGroupsObserved' ? event.data.ad_groups : []));
  const observed = { org_id: orgId, campaign_id: 1, observed_at: `${yesterday}T00:00:00.000Z`, ad_groups };
  const taps = (day: string, count: number) => figures('campaign', 1, day, [{ taps: count }]);
  const pulled = pullCompleted(`${today}T04:00:00.000Z`);
  await writeInBatches(client, asRecorded([campaign(1), ...groups, taps(yesterday, 150), pulled]), [1000]);
  await appended(campaign(1).stream, campaign(1).event);
  await appended(campaign(1).stream, { type: 'AdGroupsObserved', data: observed });

  const whole = await writtenAlert(101, { level: 'application', op: '>=', value: 100 });
  clock = eight - hour;
  expect(await newWorker().evaluateOwnAlert(whole)).toEqual({ pause_seconds: 50 * 60 });
  expect(await writtenOf(whole.alert_id)).toEqual([]);
  clock = eight;
  expect(await newWorker().evaluateOwnAlert(whole)).toEqual({ pause_seconds: 24 * 3600 - 600 });
  const fired = await writtenOf(whole.alert_id);
  expect(incidents(fired)).toMatchObject([
    {
      type: 'AlertFired',
      data: {
        key: `org:${orgId}`,
        value: 150,
        limit: 100,
        window: { from: yesterday, to: yesterday },
        text: `Taps in App ${applicationId}: Taps 150 above 100 (9 Mar)`,
      },
    },
  ]);
  await newWorker().evaluateOwnAlert(whole);
  expect(await writtenOf(whole.alert_id)).toEqual(fired);

  const idle = await writtenAlert(102, { level: 'ad_group', op: '=', value: 0 });
  for (const worker of [newWorker(), newWorker()]) await worker.evaluateOwnAlert(idle);
  const many = await writtenOf(idle.alert_id);
  expect(many.map(({ type }) => type).filter((type) => type !== 'AlertFired')).toEqual(['AlertUnitsEvaluated']);
  expect(new Set(incidents(many).map(({ data }) => data.key)).size).toBe(150);
  expect(incidents(many)).toHaveLength(150);

  const nextDay = [taps(today, 50), pullCompleted(`${addDays(today, 1)}T04:00:00.000Z`)];
  await writeInBatches(client, asRecorded(nextDay, 100_000), [nextDay.length]);
  // By a failure that another test left open the figures would be in doubt.
  await appended('alertEpisodes-1', ...openFailures());
  clock = eight + dayMs;
  for (const worker of [newWorker(), newWorker()]) await worker.evaluateOwnAlert(whole);
  const [begun, ended, ...others] = incidents(await writtenOf(whole.alert_id));
  expect(ended).toMatchObject({
    type: 'AlertRecovered',
    data: { episode_id: begun?.data.episode_id, recovered_at: `${addDays(today, 1)}T08:00:00.000Z` },
  });
  expect(others).toEqual([]);
});
