import type { Environment } from './environment.ts';

/** The clock of rules that act by themselves. */
export interface AutomationTimes {
  /** Milliseconds of the hour in which settling and cooling are counted. */
  readonly hourMs: number;
  /** A slot every so many seconds instead of local hours. */
  readonly everySeconds: number | undefined;
}

const demoHourSeconds = 20;
const demoSlotSeconds = 120;

/**
 * How rules count time: by real hours, and faster in the demo.
 * @throws Error where a faster clock is set for a product that is no demo and no test.
 */
export function automationTimes({
  DEMO,
  AUTOMATION_HOUR_SECONDS: hour,
  AUTOMATION_SLOT_SECONDS: slot,
  rawVariables,
}: Pick<
  Environment,
  'DEMO' | 'AUTOMATION_HOUR_SECONDS' | 'AUTOMATION_SLOT_SECONDS' | 'rawVariables'
>): AutomationTimes {
  const demo = DEMO === 'on';
  if (!demo && rawVariables.OUTBOUND_TEST_TARGETS === undefined && (hour !== undefined || slot !== undefined)) {
    throw new Error(
      'AUTOMATION_HOUR_SECONDS and AUTOMATION_SLOT_SECONDS: only with OUTBOUND_TEST_TARGETS, or in the demo',
    );
  }
  return {
    hourMs: (hour ?? (demo ? demoHourSeconds : 3600)) * 1000,
    everySeconds: slot ?? (demo ? demoSlotSeconds : undefined),
  };
}
