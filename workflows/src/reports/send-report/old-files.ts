import { dayMs, sendsOf } from '@tapwise/domain';
import type { SendReportDependencies } from './send-context.ts';

const keptDays = 30;
/** Files of sends that are older were removed by an earlier send. */
const lookedDays = 100;

/** Removes the files of sends of a schedule that are older than 30 days. */
export async function removeOldFiles(
  { schedules, files, now }: Pick<SendReportDependencies, 'schedules' | 'files' | 'now'>,
  scheduleId: number,
): Promise<void> {
  const before = now().getTime() - keptDays * dayMs;
  const since = now().getTime() - lookedDays * dayMs;
  for (const { due, made } of sendsOf(schedules.state, scheduleId)) {
    const at = Date.parse(made?.made_at ?? due.due_at);
    if (at >= before || at < since) continue;
    for (const { variant } of made?.variants ?? []) {
      await files.remove({ sendId: due.send_id, variant, part: 'table' });
      await files.remove({ sendId: due.send_id, variant, part: 'mail' });
    }
  }
}
