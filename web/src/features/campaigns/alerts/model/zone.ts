import type { Application } from '@tapwise/contract';

/** Time zone in which the days of an application are counted. */
export const zoneOf = ({ asaOrganizations }: Pick<Application, 'asaOrganizations'>): string =>
  asaOrganizations[0]?.time_zone ?? 'UTC';
