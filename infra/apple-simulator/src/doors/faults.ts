import { z } from 'zod';

/** Switches that make the simulated Apple misbehave; absent ones stay as they are. */
export const faultSwitches = z.strictObject({
  /** The next n calls of the ads API answer 429. */
  rate_limit_next: z.number().int().min(0).optional(),
  /** The next n calls of the ads API answer 500. */
  fail_next: z.number().int().min(0).optional(),
  /** Every answer of the simulated Apple waits this long. */
  slow_ms: z.number().min(0).max(120_000).optional(),
  /** Share of attribution tokens that are unknown at first; null: the usual shares. */
  unknown_first_call_share: z.number().min(0).max(1).nullable().optional(),
  /** AdServices answers 500. */
  adservices_down: z.boolean().optional(),
  /** Sends one correctly signed notification of a form nobody knows to each connected app. */
  send_unknown_notification: z.boolean().optional(),
  /** Sends the last delivered notification of each connected app again. */
  send_duplicate: z.boolean().optional(),
});

export type FaultSwitches = z.infer<typeof faultSwitches>;

/** The present state of the switches. */
export interface Faults {
  rateLimitNext: number;
  failNext: number;
  slowMs: number;
  unknownFirstCallShare: number | null;
  adServicesDown: boolean;
}

export const noFaults = (): Faults => ({
  rateLimitNext: 0,
  failNext: 0,
  slowMs: 0,
  unknownFirstCallShare: null,
  adServicesDown: false,
});

export function applySwitches(faults: Faults, switches: FaultSwitches): void {
  faults.rateLimitNext = switches.rate_limit_next ?? faults.rateLimitNext;
  faults.failNext = switches.fail_next ?? faults.failNext;
  faults.slowMs = switches.slow_ms ?? faults.slowMs;
  faults.adServicesDown = switches.adservices_down ?? faults.adServicesDown;
  if (switches.unknown_first_call_share !== undefined) faults.unknownFirstCallShare = switches.unknown_first_call_share;
}
