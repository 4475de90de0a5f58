import { z } from 'zod';
import { dayAt } from '../calendar/calendar-days.ts';
import type { StateFolder } from './state-folder.ts';

const stored = z.object({
  /** Of the market; folders of the first one do not say it. */
  version: z.number().int().default(1),
  seed: z.number(),
  scale: z.number(),
  anchor_day: z.number().int(),
  started_at: z.number(),
  movement: z.enum(['on', 'off']).default('on'),
  history_months: z.number().int().default(14),
});

/** The fixed points of a world: they outlive restarts, whatever the environment says later. */
export interface Anchor {
  /** Of the market that the world is made by. */
  readonly version: number;
  readonly seed: number;
  readonly scale: number;
  /** UTC day number of the first start. */
  readonly anchorDay: number;
  /** Instant (ms) of the first start: history ends and the present begins here. */
  readonly startedAt: number;
  /** `off`: after `startedAt` only what tests cause happens. */
  readonly movement: 'on' | 'off';
  /** Whole months of history before that of the anchor day. */
  readonly historyMonths: number;
}

type Wanted = Pick<Anchor, 'version' | 'seed' | 'scale' | 'movement' | 'historyMonths'> & { now: number };

/** Reads the folder's anchor, or drops one at `now`. */
export function loadAnchor(folder: StateFolder, wanted: Wanted): Anchor {
  const saved = folder.read('world.json', stored);
  if (saved !== null) {
    return {
      version: saved.version,
      seed: saved.seed,
      scale: saved.scale,
      anchorDay: saved.anchor_day,
      startedAt: saved.started_at,
      movement: saved.movement,
      historyMonths: saved.history_months,
    };
  }
  const { now, ...chosen } = wanted;
  const anchor = { ...chosen, anchorDay: dayAt('UTC', now), startedAt: now };
  folder.write('world.json', {
    version: anchor.version,
    seed: anchor.seed,
    scale: anchor.scale,
    anchor_day: anchor.anchorDay,
    started_at: anchor.startedAt,
    movement: anchor.movement,
    history_months: anchor.historyMonths,
  });
  return anchor;
}
