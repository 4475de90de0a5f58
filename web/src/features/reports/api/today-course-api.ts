import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TodayByHourAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';
import type { Course } from '../model/live/course.ts';

const path = '/api/asa/today_by_hour';
/** Hours pass slowly: how the days went is asked no more often than this, in milliseconds. */
const shortestGapMs = 60_000;

const todayCourseOptions = (applicationId: number, flowing: boolean) =>
  queryOptions({
    queryKey: ['today-by-hour', applicationId],
    staleTime: shortestGapMs,
    // Not while the numbers are paused, nor in a tab that nobody sees.
    refetchInterval: flowing ? shortestGapMs : false,
    queryFn: async ({ signal }): Promise<Course> => {
      const query = { application_id: applicationId };
      const { body } = await request<TodayByHourAnswer>({ method: 'GET', path, query, signal });
      return { today: body.today, yesterday: body.yesterday, yesterdayByNow: body.yesterday_by_now };
    },
  });

/** How today and yesterday went over all ad organizations of the application; `null` while that is not known. */
export function useTodayCourse(applicationId: number, flowing: boolean): Course | null {
  return useQuery(todayCourseOptions(applicationId, flowing)).data ?? null;
}
