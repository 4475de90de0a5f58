import { hourMs } from '../../../shared/calendar/days.ts';
import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { ExistingRule } from '../rule/automation.decider.ts';
import type { Slot, SlotClock } from '../rule/slots.ts';
import type { RunStart } from './run.decider.ts';

const figuresFreshMs = 3 * hourMs;

/** Whether figures were pulled so lately that the running day can be judged; milliseconds. */
export const isFreshFigures = (pulledAt: number, now: number): boolean => now - pulledAt <= figuresFreshMs;

/** With slots of seconds, search terms of the last pull do, which is made once a day. */
const termsFreshMs = 26 * hourMs;

/**
 * Whether what was pulled is fresh enough for a rule to be evaluated at a slot: figures of the last hours, search terms of the slot's day.
 * @param pulledAt Milliseconds, as `now`.
 */
export function isFreshForSlot(
  { type }: Pick<ExistingRule, 'type'>,
  { slot, clock }: { readonly slot: Slot; readonly clock: SlotClock },
  pulledAt: number,
  now: number,
): boolean {
  if (type === 'raise_bids') return isFreshFigures(pulledAt, now);
  if (clock.everySeconds !== undefined) return now - pulledAt <= termsFreshMs;
  return dayInZone(pulledAt, clock.zone) >= slot.id.slice(0, 10);
}

/** Why no rule runs at a slot that comes now; `undefined` when rules run. */
export function slotRefusal(team: {
  /** By Stop all. */
  readonly isStopped: boolean;
  readonly service: string;
  readonly isQuiet: boolean;
}): { readonly message: string | null } | undefined {
  if (team.isStopped) return { message: 'Stopped by Stop all' };
  // A team that is not served any more: its rules begin again with their next slot when it is.
  if (team.service === 'idle' || team.service === 'closed') return { message: 'Not run: no active plan' };
  return team.isQuiet ? { message: null } : undefined;
}

/** What a run was evaluated on. */
export interface RunBasis extends Pick<RunStart, 'run_id' | 'position' | 'campaigns' | 'units' | 'rates'> {
  readonly slot: Slot;
  /** Milliseconds. */
  readonly asOf: number;
  /** Milliseconds; `undefined` before anything was pulled. */
  readonly pulledAt: number | undefined;
  /** Account of who asked for the run by hand. */
  readonly requestedBy: number | null;
}

/** What is recorded of a run before its decisions. */
export function runStart(
  { automation_id, application_id, version, mode }: ExistingRule,
  { org_id, currency }: { readonly org_id: number; readonly currency: string },
  { run_id, slot, asOf, position, pulledAt, campaigns, rates = [], units, requestedBy }: RunBasis,
): RunStart {
  return {
    automation_id,
    org_id,
    slot: slot.id,
    application_id,
    run_id,
    slot_at: new Date(slot.at).toISOString(),
    version,
    mode,
    currency,
    as_of: new Date(asOf).toISOString(),
    position,
    pulled_at: pulledAt === undefined ? null : new Date(pulledAt).toISOString(),
    campaigns,
    ...(rates.length === 0 ? {} : { rates }),
    units,
    asked_by: requestedBy,
  };
}
