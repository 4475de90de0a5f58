import type { Steps } from '../../story/steps.ts';
import type { KeepScheduleActivities, KeepScheduleInput } from './keep-schedule.contract.ts';

/** Has a report sent at its times, as long as it is active. Woken when it was changed. */
export async function keepSchedule(
  { call, untilWoken, continueWith }: Steps<KeepScheduleInput, KeepScheduleActivities>,
  schedule: KeepScheduleInput,
): Promise<void> {
  for (;;) {
    const { due, pause_seconds } = await call.readDueTimes(schedule);
    if (due > 0) await call.recordDueTimes(schedule);
    else if (pause_seconds !== null) await untilWoken(pause_seconds);
    else if (!(await untilWoken(0))) return;
    await continueWith(schedule);
  }
}
