import { createPageStore } from '../../page/page-store.ts';

/** The header counts whole seconds and answers take a moment: clocks this close, in milliseconds, count as equal. */
const tolerance = 3_000;

/** Offset of the server's clock from this device's, in milliseconds. */
const ahead = createPageStore(() => 0);

/** Takes over what an answer says of the server's time. @param date its `Date` header */
export function noteServerTime(date: string | null, now = Date.now()): void {
  const seen = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(seen)) return;
  ahead.setState(Math.abs(seen - now) < tolerance ? 0 : seen - now);
}

/** What the server's clock shows when this device's shows `now`: a device with a wrong date still counts days right. */
export const serverTime = (now: number): number => now + ahead.getState();
