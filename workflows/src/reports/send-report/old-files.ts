import { dayMs, isReportFileKept, sendsOf } from '@tapwise/domain';
import type { SendReportDependencies } from './send-context.ts';

/** Files of sends that are older were removed by an earlier send. */
const lookedDays = 100;

/** Removes the files of sends of a schedule that are older than 30 days. */
export async function removeOldFiles(
  { schedules, files, now }: Pick<SendReportDependencies, 'schedules' | 'files' | 'now'>,
  scheduleId: number,
): Promise<void> {
  const at = now().getTime();
  const since = at - lookedDays * dayMs;
  for (const { due, made } of sendsOf(schedules.state, scheduleId)) {
    if (made === null || isReportFileKept(made, at) || Date.parse(made.made_at) < since) continue;
    for (const { variant } of made.variants) {
      await files.remove({ sendId: due.send_id, variant, part: 'table' });
      await files.remove({ sendId: due.send_id, variant, part: 'mail' });
    }
  }
}
