import type { Environment } from './environment.ts';

/**
 * Seconds between the sends of each active report, in place of its calendar; `undefined`: by its calendar.
 * @throws Error where it is set for a product that is no demo and no test.
 */
export function reportEverySeconds({
  DEMO,
  REPORT_SLOT_SECONDS: slot,
  rawVariables,
}: Pick<Environment, 'DEMO' | 'REPORT_SLOT_SECONDS' | 'rawVariables'>): number | undefined {
  if (slot !== undefined && DEMO !== 'on' && rawVariables.OUTBOUND_TEST_TARGETS === undefined) {
    throw new Error('REPORT_SLOT_SECONDS: only with OUTBOUND_TEST_TARGETS, or in the demo');
  }
  return slot;
}
