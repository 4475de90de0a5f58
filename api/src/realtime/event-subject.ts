import type { DomainEvent } from '@tapwise/domain';

/** The application an event names, if it names one. */
export function applicationOf({ data }: DomainEvent): number | undefined {
  return 'application_id' in data ? (data.application_id ?? undefined) : undefined;
}

/** The ad organization an event names, if it names one. */
export function organizationOf({ data }: DomainEvent): number | undefined {
  return 'org_id' in data ? data.org_id : undefined;
}
