import { dayMs } from '../../../shared/calendar/days.ts';
import { nextSlot, type SlotClock, slotGraceMs, slotsBetween } from '../../automation/rule/slots.ts';

/** When an alert is asked in one ad organization. */
export interface OrganizationClock {
  readonly orgId: number;
  readonly clock: SlotClock;
}

/** A slot that has come, and where. */
export interface DueAlertSlot {
  /** Later ones sort after it. */
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  readonly orgIds: ReadonlySet<number>;
}

/** No slot may still be run that is older. */
const furthestMs = 2 * dayMs;

/**
 * The newest slot that has come since the last one, in all organizations where one has; `undefined`: none has, or it is too late for it.
 * @param after When the last slot was; milliseconds.
 */
export function dueAlertSlot(
  clocks: readonly OrganizationClock[],
  after: number,
  now: number,
): DueAlertSlot | undefined {
  const due = clocks.flatMap(({ orgId, clock }) => {
    const slot = slotsBetween(clock, Math.max(after, now - furthestMs), now).at(-1);
    return slot === undefined || now - slot.at > slotGraceMs(clock) ? [] : [{ orgId, at: slot.at }];
  });
  if (due.length === 0) return undefined;
  const at = Math.max(...due.map((slot) => slot.at));
  return { id: new Date(at).toISOString(), at, orgIds: new Set(due.map(({ orgId }) => orgId)) };
}

/** When the next slot of any organization comes; milliseconds. `undefined` without organizations. */
export function nextAlertSlotAt(clocks: readonly OrganizationClock[], now: number): number | undefined {
  return clocks.length === 0 ? undefined : Math.min(...clocks.map(({ clock }) => nextSlot(clock, now).at));
}
