import type { FoldFollower } from '@tapwise/adapters';
import type { Directory, ReportSchedules } from '@tapwise/domain';
import { isIdle } from '../activity/idle-teams.ts';
import { type StandingProcess, standingProcess } from '../start/keep-standing.ts';
import { keepScheduleProcess } from './keep-schedule/keep-schedule.contract.ts';

/** A process for each active report of a team that is served. */
export function standingSchedules(
  directory: FoldFollower<Directory>,
  { state }: Pick<FoldFollower<ReportSchedules>, 'state'>,
): StandingProcess[] {
  return [...state.schedules.values()]
    .filter(({ status, application_id }) => status === 'active' && !isIdle(directory, application_id))
    .map(({ schedule_id, changed_at, status }) =>
      standingProcess(keepScheduleProcess, { schedule_id }, `${changed_at} ${status}`),
    );
}
