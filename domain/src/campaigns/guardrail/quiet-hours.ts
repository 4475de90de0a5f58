import { localTimeInZone } from '../../shared/calendar/zones.ts';
import type { Guardrails } from './guardrails.ts';

/**
 * Whether quiet hours keep rules from running at an instant.
 * @param zone IANA name of the organization's zone.
 * @param ms Milliseconds.
 */
export function isQuiet({ rules, from, to }: Guardrails['quiet_hours'], zone: string, ms: number): boolean {
  if (rules !== 'clip' && rules !== 'block') return false;
  const time = localTimeInZone(ms, zone).slice(11, 16);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
