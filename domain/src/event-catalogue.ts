import { accountEvents } from './accounts/account/account.events.ts';
import { billingEvents, paymentRefusalEvents } from './accounts/billing/billing.events.ts';
import { mailEvents } from './accounts/mail/mail.events.ts';
import { savedQueryEvents } from './accounts/team/sql/saved-query.events.ts';
import { sqlQueriesAsked } from './accounts/team/sql/sql-user.events.ts';
import { teamEvents } from './accounts/team/team.events.ts';
import { usageEvents } from './accounts/usage/usage.events.ts';
import { adsConnectionEvents } from './applications/ads-connection/ads-connection.events.ts';
import { applicationEvents } from './applications/application/application.events.ts';
import { installEvents } from './applications/install/install.events.ts';
import { sdkRefusalEvents } from './applications/install/sdk-refusals.events.ts';
import { storeSalesEvents } from './applications/store-sales/store-sales.events.ts';
import { subscriptionEvents } from './applications/subscription/subscription.events.ts';
import { deliveryEvents } from './applications/webhook/delivery.events.ts';
import { endpointEvents } from './applications/webhook/endpoint.events.ts';
import { adFiguresEvents } from './campaigns/ads-report/ad-figures.events.ts';
import { adsExtraEvents } from './campaigns/ads-report/ads-extra.events.ts';
import { adsReportEvents } from './campaigns/ads-report/ads-report.events.ts';
import { daysLoadedEvents } from './campaigns/ads-report/older-days/days-loaded.events.ts';
import { termTotalEvents } from './campaigns/ads-report/term-totals.events.ts';
import { channelEvents } from './campaigns/alert/channel/channel.events.ts';
import { episodeEvents } from './campaigns/alert/episode/episode.events.ts';
import { alertMessageEvents } from './campaigns/alert/message/alert-message.events.ts';
import { noticesRead } from './campaigns/alert/notice/notices.events.ts';
import { alertEvents } from './campaigns/alert/settings/alert.events.ts';
import { automationEvents } from './campaigns/automation/rule/automation.events.ts';
import { automationRunEvents } from './campaigns/automation/run/automation-run.events.ts';
import { campaignEvents } from './campaigns/campaign/campaign.events.ts';
import { changeEvents } from './campaigns/change/change.events.ts';
import { confirmedRowEvents, otherRowEvents } from './campaigns/change/outcomes/row-outcome.events.ts';
import { settingsReadingEvents } from './campaigns/change/reading/settings-reading.events.ts';
import { changeSetEvents } from './campaigns/change-set/change-set.events.ts';
import { createdObjectEvents } from './campaigns/creation/created-object.events.ts';
import { creationEvents } from './campaigns/creation/creation.events.ts';
import { customRuleEvents } from './campaigns/custom-rule/rule/custom-rule.events.ts';
import { customRunEvents } from './campaigns/custom-rule/run/custom-run.events.ts';
import { labelEvents } from './campaigns/label/label.events.ts';
import { creativesEvents } from './campaigns/product-page/creatives.events.ts';
import { termDecisionEvents } from './campaigns/search-term-decision/term-decision.events.ts';
import { suggestionEvents } from './campaigns/suggestion/suggestion.events.ts';
import { createEventReader } from './event-reader.ts';
import { exchangeRateEvents } from './figures/exchange-rate/exchange-rate.events.ts';
import { predictionEvents } from './figures/predictions/prediction.events.ts';
import { reportScheduleEvents } from './figures/scheduled-report/schedule/report-schedule.events.ts';
import { reportSendEvents } from './figures/scheduled-report/send/report-send.events.ts';
import { callShareEvents } from './operations/call-share/call-share.events.ts';
import { failureEvents } from './operations/failure/failure.events.ts';
import { followerEvents } from './operations/follower/follower.events.ts';
import { leaseEvents, leaseHolderEvents } from './operations/lease/lease.events.ts';
import { logFormatEvents } from './operations/log-format/log-format.events.ts';
import { parkingEvents, tableParkingEvents } from './operations/parking/parking.events.ts';
import { pastTablesEvents } from './operations/past-tables/past-tables.events.ts';
import { processEngineEvents } from './operations/process-engine/process-engine.events.ts';
import { projectionEvents } from './operations/projection/projection.events.ts';
import { writeCallEvents } from './operations/write-call/write-call.events.ts';
import type { EventOf } from './shared/define-event.ts';
import { upcasters } from './upcasters/upcaster-table.ts';

/**
 * How processes share their work. These come every few seconds for as long as any process runs, say nothing about the product and are read
 * from their streams: who follows the whole log does not get them.
 */
export const bookkeepingEvents = [
  ...leaseEvents,
  ...leaseHolderEvents,
  ...callShareEvents,
  ...followerEvents,
  ...projectionEvents,
  ...pastTablesEvents,
  ...tableParkingEvents,
] as const;

/** The only list of all events. */
export const eventCatalogue = [
  ...accountEvents,
  ...teamEvents,
  sqlQueriesAsked,
  ...savedQueryEvents,
  ...writeCallEvents,
  ...applicationEvents,
  ...adsConnectionEvents,
  ...installEvents,
  ...sdkRefusalEvents,
  ...subscriptionEvents,
  ...campaignEvents,
  ...changeEvents,
  ...confirmedRowEvents,
  ...otherRowEvents,
  ...settingsReadingEvents,
  ...suggestionEvents,
  ...creationEvents,
  ...createdObjectEvents,
  ...automationEvents,
  ...automationRunEvents,
  ...customRunEvents,
  ...customRuleEvents,
  ...alertEvents,
  ...episodeEvents,
  ...channelEvents,
  ...alertMessageEvents,
  noticesRead,
  ...changeSetEvents,
  ...adsReportEvents,
  ...adsExtraEvents,
  ...daysLoadedEvents,
  ...termTotalEvents,
  ...adFiguresEvents,
  ...termDecisionEvents,
  ...labelEvents,
  ...processEngineEvents,
  ...logFormatEvents,
  ...creativesEvents,
  ...storeSalesEvents,
  ...exchangeRateEvents,
  ...failureEvents,
  ...endpointEvents,
  ...deliveryEvents,
  ...predictionEvents,
  ...reportScheduleEvents,
  ...reportSendEvents,
  ...parkingEvents,
  ...bookkeepingEvents,
  ...mailEvents,
  ...billingEvents,
  ...paymentRefusalEvents,
  ...usageEvents,
] as const;

/** Every event that can be in the log, distinguished by `type`. */
export type DomainEvent = EventOf<(typeof eventCatalogue)[number]>;
export type DomainEventType = DomainEvent['type'];
/** The event of one type. */
export type DomainEventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>;

const reader = createEventReader(eventCatalogue, upcasters);

/**
 * Reads stored data as an event of the catalogue, in its present form.
 * @param version The version it was recorded in; 1 for events from before versions were written.
 * @param checked Whether `checkDomainEvent` had seen it then, which is not done again.
 * @returns `undefined` for a type this program does not know, which a reader skips.
 * @throws ZodError when the data do not fit their schema; Error for a version of a newer program.
 */
export function parseDomainEvent(
  type: string,
  data: unknown,
  version: number,
  checked = false,
): DomainEvent | undefined {
  const read = reader.read(type, data, { version, checked });
  return read && ({ type, data: read.data } as DomainEvent);
}

/**
 * Checks an event that is to be recorded.
 * @returns it without fields its schema does not have, and the version to write beside it; `undefined` for a type that is not in
 * the catalogue.
 * @throws ZodError when its data do not fit its schema.
 */
export function checkDomainEvent(event: DomainEvent): { event: DomainEvent; version: number } | undefined {
  const checked = reader.check(event.type, event.data);
  return checked && { event: { type: event.type, data: checked.data } as DomainEvent, version: checked.version };
}
