import { defineProcess, recordOptions } from '../../story/process.ts';

/** A report that is sent by a calendar. What it is and what was sent of it is in the log. */
export interface KeepScheduleInput {
  readonly schedule_id: number;
}

export interface KeepScheduleActivities {
  /** Reads how many of its times have come and are not recorded, and the seconds until the next one; `null` when none will come. */
  readDueTimes(schedule: KeepScheduleInput): Promise<{ readonly due: number; readonly pause_seconds: number | null }>;
  /** Records the times that have come: each is sent by a process of its own, but those that came too long ago. */
  recordDueTimes(schedule: KeepScheduleInput): Promise<void>;
}

export const keepScheduleProcess = defineProcess<KeepScheduleInput, KeepScheduleActivities>({
  name: 'keepReportSchedule',
  id: ({ schedule_id }) => `report-schedule/${schedule_id}`,
  activities: { readDueTimes: recordOptions, recordDueTimes: recordOptions },
});
