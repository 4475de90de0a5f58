import { type CopiedEvent, type CopySurvey, createCopySurveyor, type Files, refuseFormat } from '@tapwise/adapters';
import { z } from 'zod';
import type { Manifest } from './manifest.ts';
import { readSegment } from './segments.ts';

const openedSchema = z.object({ account_id: z.number() });
const formatSchema = z.object({
  layout: z.number(),
  events: z.record(z.string(), z.number()),
  program: z.string(),
});

/** What is known of a backup when all of it has been read once. */
export interface BackupSurvey {
  readonly survey: CopySurvey;
  readonly accountIds: readonly number[];
}

/** The events of a backup of which all keys are there too, in the order of the log. @throws Error for a file that was altered. */
export async function* backupEvents(backup: Files, { segments, restorable }: Manifest): AsyncGenerator<CopiedEvent[]> {
  for (const segment of segments.slice(0, restorable?.segments ?? 0)) yield await readSegment(backup, segment);
}

/**
 * Reads the whole backup, which checks every file of it.
 * @throws Error for a file that was altered; NewerLogError when a newer program may have written to the log that was copied.
 */
export async function surveyBackup(backup: Files, manifest: Manifest): Promise<BackupSurvey> {
  const surveyor = createCopySurveyor();
  const accountIds: number[] = [];
  for await (const events of backupEvents(backup, manifest)) {
    for (const event of events) {
      surveyor.add(event);
      if (event.type === 'LogFormatRaised') refuseFormat(formatSchema.parse(JSON.parse(event.data)));
      if (event.type === 'AccountOpened') accountIds.push(openedSchema.parse(JSON.parse(event.data)).account_id);
    }
  }
  return { survey: surveyor.survey(), accountIds };
}
