import { guardrailsOf, localTimeInZone, type OpenApplication } from '@tapwise/domain';

/** Whether the guardrail of quiet hours keeps rules from running at an instant. @param ms Milliseconds. */
export function quietNow(application: OpenApplication, zone: string, ms: number): boolean {
  const { rules, from, to } = guardrailsOf(application).quiet_hours;
  if (rules !== 'clip' && rules !== 'block') return false;
  const time = localTimeInZone(ms, zone).slice(11, 16);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
