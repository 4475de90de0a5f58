import type { Environment } from './environment.ts';

/** The clock of alerts. */
export interface AlertTimes {
  /** Alerts are evaluated every so many seconds, and never between; `undefined`: every full hour. */
  readonly everySeconds: number | undefined;
  /** Hours past a local day's end from which a pull completes it. */
  readonly completeAfterHours: number;
}

const demoSlotSeconds = 60;

/**
 * How alerts count time: by hours, and faster in the demo.
 * @throws Error where a faster clock is set for a product that is no demo and no test.
 */
export function alertTimes({
  DEMO,
  ALERT_SLOT_SECONDS: slot,
  COMPLETE_DAY_HOURS: completeAfterHours,
  rawVariables,
}: Pick<Environment, 'DEMO' | 'ALERT_SLOT_SECONDS' | 'COMPLETE_DAY_HOURS' | 'rawVariables'>): AlertTimes {
  const isDemo = DEMO === 'on';
  if (!isDemo && rawVariables.OUTBOUND_TEST_TARGETS === undefined && slot !== undefined) {
    throw new Error('ALERT_SLOT_SECONDS: only with OUTBOUND_TEST_TARGETS, or in the demo');
  }
  return { everySeconds: slot ?? (isDemo ? demoSlotSeconds : undefined), completeAfterHours };
}
