import { type Directory, type DomainEvent, teamOfPayment } from '@tapwise/domain';

/** The application an event names, if it names one. */
export function applicationOf({ data }: DomainEvent): number | undefined {
  return 'application_id' in data ? (data.application_id ?? undefined) : undefined;
}

/**
 * The application whose pages show what an event has changed: steps with a change set name the set alone.
 * @param directory with the event in it
 */
export const subjectApplicationOf = (
  event: DomainEvent,
  { changeSets }: Pick<Directory, 'changeSets'>,
): number | undefined =>
  applicationOf(event) ??
  ('change_set_id' in event.data ? changeSets.get(event.data.change_set_id)?.application_id : undefined);

/** The ad organization an event names, if it names one. */
export function organizationOf({ data }: DomainEvent): number | undefined {
  return 'org_id' in data ? (data.org_id ?? undefined) : undefined;
}

/** The team whose account answer an event may have changed: its people, its trial, its plan. @param directory with the event in it */
export function teamOf(event: DomainEvent, { billing }: Pick<Directory, 'billing'>): number | undefined {
  if (event.type === 'PaymentNotificationReceived') {
    return event.data.fact === null ? undefined : teamOfPayment(billing, event.data.fact);
  }
  return 'team_id' in event.data ? (event.data.team_id ?? undefined) : undefined;
}
