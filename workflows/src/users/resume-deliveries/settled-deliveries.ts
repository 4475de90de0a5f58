import { type DeliveryWork, settledPosition } from '@tapwise/domain';

/** Under this name the log says after which position all deliveries were queued that may still have to be posted. */
export const settledDeliveries = 'settled-deliveries';

/** A replay may be asked for by what was known of a delivery some minutes before: the fold is to know what ended since. */
const settledForMs = 300_000;

/** Gives the position that all deliveries before had been settled by some minutes ago; `undefined` until then. @param now Milliseconds. */
export function settledLately(work: DeliveryWork, now: () => number = Date.now): () => bigint | undefined {
  let settled: number | null = null;
  let candidate = { position: settledPosition(work), at: now() };
  return () => {
    const instant = now();
    if (instant - candidate.at >= settledForMs) {
      settled = candidate.position;
      candidate = { position: settledPosition(work), at: instant };
    }
    return settled === null ? undefined : BigInt(settled);
  };
}
