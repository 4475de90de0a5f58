import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { SettingActor, SettingChange } from '../evaluation/setting-trail.ts';
import { shortDay } from '../numbers/complete-days.ts';
import { daysAfter, isWithinDays, type RuleDays } from './rule-days.ts';

/** A setting that another rule lowered or paused, and that it leaves alone since. */
interface OpposingChange {
  readonly actor: Extract<SettingActor, { kind: 'rule' }>;
  /** Until when it does; milliseconds. */
  readonly until: number;
  /** Says so, of the rule by its name. */
  readonly text: (name: string) => string;
}

/** The last such change. @param ruleId The rule that wants to spend more. */
export function opposingChange(
  changes: readonly SettingChange[],
  ruleId: number | null,
  clock: RuleDays,
): OpposingChange | undefined {
  const opposing = changes.findLast(
    ({ actor, direction, at }) =>
      actor.kind === 'rule' &&
      actor.id !== ruleId &&
      direction === 'down' &&
      isWithinDays(at, actor.cooldownDays, clock),
  );
  if (opposing?.actor.kind !== 'rule') return undefined;
  const { actor, at, to } = opposing;
  const until = daysAfter(at, actor.cooldownDays, clock);
  const verb = to === 'PAUSED' ? 'paused' : 'lowered';
  const days = `on ${dayText(at, clock.zone)}, until ${dayText(until, clock.zone)}`;
  return { actor, until, text: (name) => `"${name}" ${verb} it ${days}` };
}

const dayText = (ms: number, zone: string): string => shortDay(dayInZone(ms, zone));
