import { setTimeout as sleep } from 'node:timers/promises';
import type { DayNumber } from '../base/calendar/calendar-days.ts';
import type { App } from '../market/world/apps.ts';

/** Days that an app may be ahead of the one that is furthest behind. */
const AHEAD = 2;
const LOOK_MS = 20;

/** Keeps the apps in step, so that the last days of all are posted before the older ones of any. */
export interface HistoryFront {
  /** Waits until the app may go on to an older day. Ends early when the signal says so. */
  reach(app: App, day: DayNumber): Promise<void>;
  leave(app: App): void;
}

export function createHistoryFront(signal: AbortSignal): HistoryFront {
  const reached = new Map<App, DayNumber>();
  const mustWait = (day: DayNumber) => [...reached.values()].some((other) => other > day + AHEAD);
  return {
    async reach(app, day) {
      reached.set(app, day);
      while (!signal.aborted && mustWait(day))
        await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    },
    leave: (app) => void reached.delete(app),
  };
}
