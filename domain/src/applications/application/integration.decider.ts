import { dayMs } from '../../shared/calendar/days.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { ApplicationEvent } from './application.events.ts';
import type { ApplicationState, OpenApplication } from './application.state.ts';
import type { StoreCheckOutcome } from './integration.events.ts';
import { lossOf } from './integration.state.ts';

/**
 * Takes what the store said of the key. That it is still accepted is recorded once a day, that it is still refused at most once an hour.
 * Without a key nothing is to be said.
 */
export function reportStoreCheck(
  state: ApplicationState,
  { outcome, at }: { outcome: StoreCheckOutcome; at: string },
): ApplicationEvent[] {
  const application = open(state);
  const { application_id, store_connection, store_checked_at, store_problem, store_refused_at } = application;
  if (store_connection === null) return [];
  const ageMs = (instant: string | null): number =>
    instant === null ? Number.POSITIVE_INFINITY : Date.parse(at) - Date.parse(instant);
  const isWell = store_problem === null && store_refused_at === null;
  const isRecorded =
    outcome === 'accepted'
      ? isWell && ageMs(store_checked_at) < dayMs
      : outcome === 'not_checked'
        ? store_problem !== null
        : store_problem === lossOf(outcome) || ageMs(store_refused_at) < dayMs / 24;
  return isRecorded ? [] : [{ type: 'StoreAccessChecked', data: { application_id, outcome, checked_at: at } }];
}

/** The team says that the store has our address. Once it is known, or a notification has come, nothing is to be said. */
export function confirmStoreNotifications(
  state: ApplicationState,
  command: { confirmed_at: string },
): ApplicationEvent[] {
  const { application_id, store_notifications } = open(state);
  if (store_notifications !== null) return [];
  return [{ type: 'StoreNotificationsConfirmed', data: { application_id, ...command } }];
}

/** Which organizations the ad service shows us at an instant. */
export interface VisibleIds {
  readonly visible: ReadonlySet<number>;
  /** Organizations of which it cannot be told, because no account of the service is bound to them. */
  readonly unbound?: ReadonlySet<number>;
  readonly at: string;
}

/** Takes which linked ad organizations the ad service shows us; one that is missing for a day is lost until it is shown again. */
export function reportVisibleOrganizations(
  state: ApplicationState,
  { visible, unbound, at }: VisibleIds,
): ApplicationEvent[] {
  const { application_id, organizations, missed_organizations } = open(state);
  return organizations.flatMap(({ org_id }): ApplicationEvent[] => {
    if (unbound?.has(org_id) === true) return [];
    const missed = missed_organizations.find((missed_organization) => missed_organization.org_id === org_id);
    const data = { application_id, org_id };
    if (visible.has(org_id)) {
      return missed === undefined ? [] : [{ type: 'AdOrganizationSeenAgain', data: { ...data, seen_at: at } }];
    }
    if (missed === undefined) return [{ type: 'AdOrganizationMissed', data: { ...data, missed_at: at } }];
    if (missed.lost || Date.parse(at) - Date.parse(missed.since) < dayMs) return [];
    return [{ type: 'AdOrganizationAccessLost', data: { ...data, lost_at: at } }];
  });
}

function open(state: ApplicationState): OpenApplication {
  if (state.status === 'absent') throw new DomainError('not_found');
  return state;
}
