import type { InvoiceDetails } from '@tapwise/adapters';
import { type CampaignPlan, decimalStringFromMicros, type ExistingCreation } from '@tapwise/domain';
import type { CreationLog } from '../creation-log.ts';
import type { CreationWriter } from '../steady-writer.ts';

/** What every step of a creation is given. */
export interface StepContext {
  /** Changes nothing once the process stood still since the step began. */
  readonly writer: CreationWriter;
  readonly log: CreationLog;
  /** As it was before the step. */
  readonly creation: ExistingCreation;
  /** Milliseconds. */
  readonly now: () => number;
  /** Whether no further call may begin: the process ends, or Stop all is pressed. Asked before each call of a long step. */
  readonly stopped: () => boolean;
  readonly invoiceDetails: () => Promise<InvoiceDetails | null>;
  readonly claimAutomationNumber: () => Promise<number>;
}

/** Calls of one creation under way at once. */
export const callsAtOnce = 5;
/** Clocks differ: what the ad service has made this long before our intent may be ours. */
const clockToleranceMs = 300_000;

export function planAt({ request }: ExistingCreation, campaign: number): CampaignPlan {
  const plan = request.campaigns[campaign];
  if (plan === undefined) throw new RangeError(`The creation has no campaign ${campaign}`);
  return plan;
}

/** @throws RangeError while the campaign is not there. */
export function campaignIdAt({ campaigns }: ExistingCreation, campaign: number): number {
  const id = campaigns[campaign]?.campaign_id;
  if (id == null) throw new RangeError(`Campaign ${campaign} of the creation does not exist yet`);
  return id;
}

export const amount = (micros: number): string => decimalStringFromMicros(micros);
export const amountOrNull = (micros: number | null): string | null => (micros === null ? null : amount(micros));

/** Whether something was made after we had recorded that we would. */
export function madeSince(createdAt: string | null, startedAt: string | null | undefined): boolean {
  if (createdAt === null || startedAt == null) return false;
  return Date.parse(createdAt) >= Date.parse(startedAt) - clockToleranceMs;
}
