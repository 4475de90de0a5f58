import { z } from 'zod';
import type { StateFolder } from '../base/state/state-folder.ts';
import type { EarlierRun } from './acknowledgements.ts';
import type { DeliveryCounts } from './sender.ts';

const FILE = 'progress.json';

const stored = z.object({
  apps: z.array(
    z.object({
      app: z.number().int(),
      posted_days: z.array(z.number().int()),
      watermark: z.number(),
      awaiting: z.array(z.number()),
    }),
  ),
  counts: z.object({ installs: z.number(), notifications: z.number(), links: z.number(), refused: z.number() }),
});

/** Progress of the app users; a restart continues from here and may repeat the last second. */
export interface Progress {
  readonly runs: ReadonlyMap<number, EarlierRun>;
  readonly counts: DeliveryCounts;
}

export function loadProgress(folder: StateFolder): Progress {
  const saved = folder.read(FILE, stored);
  if (saved === null) return { runs: new Map(), counts: { installs: 0, notifications: 0, links: 0, refused: 0 } };
  const runs = saved.apps.map(
    (entry) =>
      [
        entry.app,
        { postedDays: new Set(entry.posted_days), watermark: entry.watermark, awaiting: new Set(entry.awaiting) },
      ] as const,
  );
  return { runs: new Map(runs), counts: saved.counts };
}

export function saveProgress(folder: StateFolder, runs: ReadonlyMap<number, EarlierRun>, counts: DeliveryCounts): void {
  const apps = [...runs].map(([app, run]) => ({
    app,
    posted_days: [...run.postedDays],
    watermark: run.watermark,
    awaiting: [...run.awaiting],
  }));
  folder.write(FILE, { apps, counts });
}
