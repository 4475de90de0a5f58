import { doubtsAt, type LinkedOrganization, type SourceDoubt } from '@tapwise/domain';
import type { CustomRuleContext } from './custom-rule-context.ts';

const catchUpMs = 10_000;

/**
 * Sources of an organization that are in doubt. Whatever was recorded before is asked for, also by a process that has just begun to follow the
 * log. @param asOf Milliseconds. @throws where the log is not followed up to now in time.
 */
export async function readDoubts(
  { log, alerts }: Pick<CustomRuleContext, 'log' | 'alerts'>,
  applicationId: number,
  { org_id: orgId, time_zone: zone }: Pick<LinkedOrganization, 'org_id' | 'time_zone'>,
  asOf: number,
): Promise<SourceDoubt[]> {
  if (!(await alerts.caughtUpWith(await log.lastPosition(), catchUpMs))) throw new Error('Alerts are behind the log');
  return doubtsAt(alerts.state, { applicationId, orgId, zone }, asOf);
}
