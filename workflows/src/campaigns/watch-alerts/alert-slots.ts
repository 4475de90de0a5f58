import { type ExistingAlert, hourMs } from '@tapwise/domain';

/** When an alert is asked. */
export interface AlertSlot {
  /** Later ones sort after it. */
  readonly id: string;
  /** When it is asked; milliseconds. */
  readonly at: number;
}

/** Kinds whose sources report at once what is wrong, so that nobody waits for the hour. */
const reportedKinds: ReadonlySet<ExistingAlert['kind']> = new Set(['integration', 'rules']);

/**
 * The slot at which an alert is evaluated now: the full hour that began last, or the instant itself where its source reports at once.
 * @param everySeconds Slots of this length in place of hours; then there are no others.
 */
export function slotOf(
  { kind }: Pick<ExistingAlert, 'kind'>,
  now: number,
  everySeconds: number | undefined,
): AlertSlot {
  const length = slotMs(everySeconds);
  const begins = everySeconds === undefined && reportedKinds.has(kind) ? now : Math.floor(now / length) * length;
  return { id: new Date(begins).toISOString(), at: now };
}

/** How long it is until the next slot begins, in milliseconds. */
export const untilNextSlot = (now: number, everySeconds: number | undefined): number =>
  slotMs(everySeconds) - (now % slotMs(everySeconds));

const slotMs = (everySeconds: number | undefined): number =>
  everySeconds === undefined ? hourMs : everySeconds * 1000;
