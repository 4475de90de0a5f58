import { z } from 'zod';
import { dayAt } from '../calendar/calendar-days.ts';
import type { StateFolder } from './state-folder.ts';

const stored = z.object({ seed: z.number(), scale: z.number(), anchor_day: z.number().int(), started_at: z.number() });

/** The fixed points of a world: they outlive restarts, whatever the environment says later. */
export interface Anchor {
  readonly seed: number;
  readonly scale: number;
  /** UTC day number of the first start. */
  readonly anchorDay: number;
  /** Instant (ms) of the first start: history ends and the present begins here. */
  readonly startedAt: number;
}

/** Reads the folder's anchor, or drops one at `now`. */
export function loadAnchor(folder: StateFolder, wanted: { seed: number; scale: number; now: number }): Anchor {
  const known = folder.read('world.json', stored);
  if (known !== null) {
    return { seed: known.seed, scale: known.scale, anchorDay: known.anchor_day, startedAt: known.started_at };
  }
  const anchor = { seed: wanted.seed, scale: wanted.scale, anchorDay: dayAt('UTC', wanted.now), startedAt: wanted.now };
  folder.write('world.json', {
    seed: anchor.seed,
    scale: anchor.scale,
    anchor_day: anchor.anchorDay,
    started_at: anchor.startedAt,
  });
  return anchor;
}
