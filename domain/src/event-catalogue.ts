import { accountEvents } from './account/account.events.ts';
import { adsExtraEvents } from './ads-report/ads-extra.events.ts';
import { adsReportEvents } from './ads-report/ads-report.events.ts';
import { applicationEvents } from './application/application.events.ts';
import { campaignEvents } from './campaign/campaign.events.ts';
import { exchangeRateEvents } from './exchange-rate/exchange-rate.events.ts';
import { installEvents } from './install/install.events.ts';
import { predictionEvents } from './predictions/prediction.events.ts';
import type { EventDefinition, EventOf } from './shared/define-event.ts';
import { storeSalesEvents } from './store-sales/store-sales.events.ts';
import { subscriptionEvents } from './subscription/subscription.events.ts';

/** The only list of all events. */
export const eventCatalogue = [
  ...accountEvents,
  ...applicationEvents,
  ...installEvents,
  ...subscriptionEvents,
  ...campaignEvents,
  ...adsReportEvents,
  ...adsExtraEvents,
  ...storeSalesEvents,
  ...exchangeRateEvents,
  ...predictionEvents,
] as const;

/** Every event that can stand in the log, told apart by `type`. */
export type DomainEvent = EventOf<(typeof eventCatalogue)[number]>;
export type DomainEventType = DomainEvent['type'];
/** The event of one type. */
export type DomainEventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>;

const byType = new Map<string, EventDefinition>(eventCatalogue.map((definition) => [definition.type, definition]));

/**
 * Reads stored data as an event of the catalogue.
 * @returns `undefined` for a type this program does not know, which a reader skips.
 * @throws ZodError when the data does not fit its schema.
 */
export function parseDomainEvent(type: string, data: unknown): DomainEvent | undefined {
  const definition = byType.get(type);
  if (definition === undefined) return undefined;
  return { type, data: definition.schema.parse(data) } as DomainEvent;
}
