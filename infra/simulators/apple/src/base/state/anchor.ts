import { z } from 'zod';
import { dayAt } from '../calendar/calendar-days.ts';
import type { StateFolder } from './state-folder.ts';

const stored = z.object({
  seed: z.number(),
  scale: z.number(),
  anchor_day: z.number().int(),
  started_at: z.number(),
  movement: z.enum(['on', 'off']).default('on'),
});

/** The fixed points of a world: they outlive restarts, whatever the environment says later. */
export interface Anchor {
  readonly seed: number;
  readonly scale: number;
  /** UTC day number of the first start. */
  readonly anchorDay: number;
  /** Instant (ms) of the first start: history ends and the present begins here. */
  readonly startedAt: number;
  /** `off`: after `startedAt` only what tests cause happens. */
  readonly movement: 'on' | 'off';
}

type Wanted = Pick<Anchor, 'seed' | 'scale' | 'movement'> & { now: number };

/** Reads the folder's anchor, or drops one at `now`. */
export function loadAnchor(folder: StateFolder, wanted: Wanted): Anchor {
  const known = folder.read('world.json', stored);
  if (known !== null) {
    return {
      seed: known.seed,
      scale: known.scale,
      anchorDay: known.anchor_day,
      startedAt: known.started_at,
      movement: known.movement,
    };
  }
  const { now, ...chosen } = wanted;
  const anchor = { ...chosen, anchorDay: dayAt('UTC', now), startedAt: now };
  folder.write('world.json', {
    seed: anchor.seed,
    scale: anchor.scale,
    anchor_day: anchor.anchorDay,
    started_at: anchor.startedAt,
    movement: anchor.movement,
  });
  return anchor;
}
