import {
  type ExistingRule,
  nextSlot,
  type OpenApplication,
  type RuleCampaigns,
  type SlotClock,
  slotDelayMs,
} from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

interface ScheduledRule extends Pick<ExistingRule, 'automation_id' | 'status'> {
  readonly apply_to: RuleCampaigns;
}
type ClockOf = (zone: string, everySeconds: number | undefined) => SlotClock;

/** The first start of a rule in any of its organizations; that of a filter is when it begins to wait for the day's search terms. */
export function nextRun(
  deps: ApiDependencies,
  { organizations }: OpenApplication,
  { automation_id, status, apply_to }: ScheduledRule,
  clockOf: ClockOf,
): { readonly id: string; readonly at: number } | undefined {
  if (status !== 'active') return undefined;
  const now = deps.now().getTime();
  const starts = organizations
    .filter(({ org_id }) => (apply_to[org_id]?.length ?? 0) > 0)
    .map(({ org_id, time_zone }) => {
      const clock = clockOf(time_zone, deps.settings.automation?.everySeconds);
      const delay = slotDelayMs(clock, automation_id, org_id);
      const slot = nextSlot(clock, now - delay);
      return { id: slot.id, at: slot.at + delay };
    });
  return starts.sort((left, right) => left.at - right.at)[0];
}
