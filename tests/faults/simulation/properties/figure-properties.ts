import { textOf } from '../engines/ad-reports.ts';
import type { World } from '../world.ts';

/** Whether the log has the figures of the ad service as they are now. */
export function areFiguresRecorded({ record, reports }: Pick<World, 'record' | 'reports'>): boolean {
  const given = reports.all().map(textOf).sort();
  return JSON.stringify(record.figures.rows()) === JSON.stringify(given);
}

/** No figure is in the log that the ad service never gave, be it a sum of several answers or what an incomplete one left. */
export function figureViolations({ record, reports }: World): string[] {
  return record.figures.recorded.flatMap(({ level, campaign_id, day, rows }) =>
    rows
      .map((row) => ({ level, campaign_id, day, row }))
      .filter((row) => !reports.wasGiven(row))
      .map((row) => `figures that were never given: ${textOf(row)}`),
  );
}
