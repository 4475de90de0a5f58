import {
  alertTimes,
  automationTimes,
  createAdServicesClient,
  createOutboundClient,
  createStoredCampaigns,
  createStoreReportsClient,
  type Environment,
  publicUrl,
  pullIntervalSeconds,
  recordAdServices,
  type StoreReportsClient,
} from '@tapwise/adapters';
import { disconnectedCheck } from '../activity/disconnected-organizations.ts';
import { isIdle, type PullOrder, pausedWhile } from '../activity/idle-teams.ts';
import { createApplyChangeActivities } from '../campaigns/apply-change/apply-change.activities.ts';
import { createApplyChangeSetActivities } from '../campaigns/apply-change-set/apply-change-set.activities.ts';
import { heldByStopAll } from '../campaigns/apply-change-set/held-by-stop-all.ts';
import { createCreateCampaignActivities } from '../campaigns/create-campaign/create-campaign.activities.ts';
import { createRunAutomationActivities } from '../campaigns/run-automation/run-automation.activities.ts';
import { stoppedRule } from '../campaigns/run-automation/stopped-rule.ts';
import { createRunCustomRuleActivities } from '../campaigns/run-custom-rule/run-custom-rule.activities.ts';
import { createSendAlertsActivities } from '../campaigns/send-alerts/send-alerts.activities.ts';
import { createSyncCreativesActivities } from '../campaigns/sync-creatives/sync-creatives.activities.ts';
import { createWatchAlertsActivities } from '../campaigns/watch-alerts/watch-alerts.activities.ts';
import { createWatchOwnAlertActivities } from '../campaigns/watch-own-alert/watch-own-alert.activities.ts';
import { withRecordedOutcomes } from '../failures/with-recorded-outcomes.ts';
import type { BindingSources } from '../pulls/link-organizations/bind-organizations.ts';
import {
  createLinkOrganizationsActivities,
  type LinkingSources,
} from '../pulls/link-organizations/link-organizations.activities.ts';
import { createPublishExchangeRatesActivities } from '../pulls/publish-exchange-rates/publish-exchange-rates.activities.ts';
import { createFirstDaysActivities } from '../pulls/pull-extras/first-days.ts';
import { createExtraPullActivities } from '../pulls/pull-extras/pull-extras.activities.ts';
import { createPullActivities } from '../pulls/pull-organization/pull-organization.activities.ts';
import { createStoreReportActivities } from '../pulls/pull-store-reports/pull-store-reports.activities.ts';
import { createChangeActorsActivities } from '../pulls/read-change-actors/read-change-actors.activities.ts';
import { createRecheckStoreKeyActivities } from '../pulls/recheck-store-key/recheck-store-key.activities.ts';
import type { Activities } from '../temporal/worker.ts';
import { createRates } from '../users/deliver-webhooks/charge-rates.ts';
import { createDeliverWebhooksActivities } from '../users/deliver-webhooks/deliver-webhooks.activities.ts';
import { createRefitActivities } from '../users/refit-models/refit-models.activities.ts';
import { createRetryAttributionActivities } from '../users/retry-attribution/retry-attribution.activities.ts';
import type { ActivitySources } from './activity-sources.ts';
import type { PeopleActivities } from './open-people-activities.ts';

/** Pause between two looks at a report the ad service is making. */
const longestLookSeconds = 15;

/** Slack and servers that alerts are posted to have this long to answer. */
const alertTimeoutMs = 10_000;

/** So long a change waits for this process to have read what was said of Stop all; it is looked again later. */
const catchUpMs = 2000;

/** In the demo the world moves faster: it is looked more often whether enough is new for a refit, and for rates. */
function pausesOf(environment: Environment) {
  const isDemo = environment.DEMO === 'on';
  const pauseSeconds = pullIntervalSeconds(environment);
  return {
    pauseSeconds,
    waitSeconds: Math.min(longestLookSeconds, pauseSeconds),
    checkSeconds: isDemo ? 60 : 300,
    ratesSeconds: isDemo ? 60 : 3600,
  };
}

/** Nothing is pulled for teams that are not served, nor of organizations that stand. */
function pausesPull({ facts: { directory, connections }, environment }: ActivitySources) {
  const isDisconnected = disconnectedCheck(environment, connections);
  return ({ application_id, org_id }: PullOrder): boolean =>
    isIdle(directory, application_id) || (org_id !== undefined && isDisconnected(org_id));
}

/** @returns `undefined` where the interface knows no ad accounts. */
function bindingOf({ log, facts, searchAds, vault }: ActivitySources): BindingSources | undefined {
  const adAccounts = searchAds?.adAccounts;
  if (adAccounts === undefined) return undefined;
  const { directory, connections } = facts;
  return { log, directory, connections, adAccounts, storedCampaigns: createStoredCampaigns(log), vault };
}

function linkingOf(sources: ActivitySources, pauseSeconds: number): LinkingSources {
  const { log, facts, failures, searchAds, logger } = sources;
  const { directory, connections } = facts;
  return { log, directory, connections, failures, searchAds, binding: bindingOf(sources), pauseSeconds, logger };
}

/** Activities that change something at the ad service. */
function openCampaignActivities({ environment, log, facts, searchAds, vault, tables, signal }: ActivitySources) {
  const { directory, automations, customRules, creations } = facts;
  const times = automationTimes(environment);
  const isDisconnected = disconnectedCheck(environment, facts.connections);
  return {
    ...createCreateCampaignActivities({ log, directory, vault, searchAds, isDisconnected, stopping: signal }),
    ...createApplyChangeActivities({
      log,
      searchAds,
      vault,
      isDisconnected,
      stopping: signal,
      held: heldByStopAll(directory),
      catchUp: async () => directory.caughtUpWith(await log.lastPosition(), catchUpMs),
      stopped: stoppedRule(facts),
    }),
    ...createSyncCreativesActivities({ log, directory, searchAds, isDisconnected, stopping: signal }),
    ...createRunAutomationActivities({
      log,
      directory,
      automations,
      customRules,
      isDisconnected,
      creations,
      tables: tables?.client,
      times,
    }),
    ...createRunCustomRuleActivities({
      creations,
      log,
      directory,
      automations,
      customRules,
      alerts: facts.alerts,
      isDisconnected,
      tables: tables?.client,
      times,
      completeDayHours: environment.COMPLETE_DAY_HOURS,
    }),
    ...createWatchAlertsActivities({
      log,
      directory,
      automations,
      customRules,
      alerts: facts.alerts,
      tables: tables?.client,
      times: alertTimes(environment),
    }),
    ...createWatchOwnAlertActivities({
      log,
      directory,
      automations,
      customRules,
      alerts: facts.alerts,
      tables: tables?.client,
      times: alertTimes(environment),
      hourMs: times.hourMs,
      creations,
    }),
    ...createApplyChangeSetActivities({
      log,
      directory,
      creations,
      tables: tables?.client,
      version: environment.APPLE_ADS_API,
    }),
  };
}

/** What asks for what is new, and who made it. */
function openPullActivities(sources: ActivitySources, storeReports: StoreReportsClient) {
  const { environment, log, facts, failures, searchAds, vault, logger } = sources;
  const { directory } = facts;
  const { pauseSeconds, waitSeconds } = pausesOf(environment);
  const pulls = {
    ...createPullActivities({ log, directory, searchAds, pauseSeconds }),
    ...createExtraPullActivities({ log, directory, searchAds, waitSeconds }),
    ...createStoreReportActivities({ log, directory, vault, storeReports, failures, logger }),
  };
  return {
    ...pausedWhile(withRecordedOutcomes(pulls, failures), pausesPull(sources)),
    ...createChangeActorsActivities({ log, directory, searchAds, vault }),
  };
}

/** Builds every activity once; Temporal's workers and the local runner call the same ones. */
export function openActivities(sources: ActivitySources): {
  activities: Omit<Activities, keyof PeopleActivities>;
  close: () => Promise<void>;
} {
  const { environment, log, facts, failures, searchAds, vault, tables, logger } = sources;
  const { directory } = facts;
  const attribution = createAdServicesClient({ url: environment.ADSERVICES_URL, timeoutMs: 10_000, connections: 8 });
  const adServices = recordAdServices(attribution, failures, { patient: true });
  const storeReports = createStoreReportsClient({ url: environment.APP_STORE_CONNECT_URL });
  const client = createOutboundClient({ targets: new Set(environment.OUTBOUND_TEST_TARGETS) });
  const alertClient = createOutboundClient({
    targets: new Set(environment.OUTBOUND_TEST_TARGETS),
    totalMs: alertTimeoutMs,
  });
  const { pauseSeconds, checkSeconds, ratesSeconds } = pausesOf(environment);
  const activities = {
    ...openPullActivities(sources, storeReports),
    ...createLinkOrganizationsActivities(linkingOf(sources, pauseSeconds)),
    ...createPublishExchangeRatesActivities({
      log,
      rates: facts.rates,
      url: environment.EXCHANGE_RATES_URL,
      failures,
      pauseSeconds: ratesSeconds,
      logger,
    }),
    ...createRecheckStoreKeyActivities({ log, directory, vault, storeReports, logger }),
    ...createFirstDaysActivities({ log, directory, pulls: searchAds !== undefined }),
    ...createRefitActivities({ log, directory, tables, checkSeconds, logger }),
    ...createRetryAttributionActivities({ log, adServices }),
    ...openCampaignActivities(sources),
    ...createSendAlertsActivities({
      log,
      directory,
      alerts: facts.alerts,
      vault,
      client: alertClient,
      publicUrl: publicUrl(environment),
      pauses: environment.WEBHOOK_RETRY_SECONDS,
    }),
    ...createDeliverWebhooksActivities({
      log,
      directory,
      vault,
      client,
      caches: sources.deliveryCaches,
      pauses: environment.WEBHOOK_RETRY_SECONDS,
      work: facts.deliveries,
      watchers: facts.deliveryWatchers,
      ratesOf: createRates(facts.rates),
      now: Date.now,
    }),
  };
  const close = async () => {
    await Promise.all([adServices.close(), storeReports.close(), client.close(), alertClient.close()]);
  };
  return { activities, close };
}
