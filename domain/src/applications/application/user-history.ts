import type { Day } from '../../shared/calendar/days.ts';

/** What an application knows of how far back its users reach. */
export interface UserHistory {
  readonly first_sdk_event_date: Day | null;
  /** Instant at which that day was last moved back: history is coming in while it moves. */
  readonly first_sdk_event_moved_at: string | null;
  /** Instant at which an import of users said that no older ones follow. */
  readonly users_complete_at: string | null;
}

export const noUsers: UserHistory = {
  first_sdk_event_date: null,
  first_sdk_event_moved_at: null,
  users_complete_at: null,
};

/** Whether an import of users said that no older ones follow, and none came since. */
export function areUsersComplete({
  first_sdk_event_moved_at: movedAt,
  users_complete_at: completeAt,
}: Pick<UserHistory, 'first_sdk_event_moved_at' | 'users_complete_at'>): boolean {
  return completeAt !== null && (movedAt === null || completeAt >= movedAt);
}

/** After an import that reached back to a day. */
export function afterImport(
  history: UserHistory,
  { first_launch_day: first_event_day, complete, at }: { first_launch_day: Day; complete: boolean; at: string },
): Partial<UserHistory> {
  const earliest = earliestEventDay(history, { first_event_day, test: false, at });
  return complete ? { ...earliest, users_complete_at: at } : earliest;
}

/** After a first launch became known. A test install is in no figure, so it does not open the calendar either. */
export function earliestEventDay(
  { first_sdk_event_date: firstEventDate, first_sdk_event_moved_at: movedAt }: UserHistory,
  proof: { first_event_day: Day; test: boolean; at: string },
): Pick<UserHistory, 'first_sdk_event_date' | 'first_sdk_event_moved_at'> {
  const earlier = !proof.test && (firstEventDate === null || proof.first_event_day < firstEventDate);
  return earlier
    ? { first_sdk_event_date: proof.first_event_day, first_sdk_event_moved_at: proof.at }
    : { first_sdk_event_date: firstEventDate, first_sdk_event_moved_at: movedAt };
}
