import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TodayByHourResponse } from '@tapwise/contract/today';
import { request } from '../../../../shared/server/http/request.ts';
import type { Course } from '../model/live/course.ts';
import type { CourseQuestion } from '../model/scope/report-today.ts';

const path = '/api/asa/today_by_hour';
/** Hours pass slowly: how the days went is asked no more often than this, in milliseconds. */
const shortestGapMs = 60_000;

const todayCourseOptions = (question: CourseQuestion | null, flowing: boolean) =>
  queryOptions({
    queryKey: ['today-by-hour', question],
    enabled: question !== null,
    staleTime: shortestGapMs,
    // Not while the numbers are paused, nor in a hidden tab.
    refetchInterval: flowing ? shortestGapMs : false,
    queryFn: async ({ signal }): Promise<Course> => {
      const query = {
        application_id: question?.applicationId,
        ...(question?.organizationId == null ? {} : { asa_organization_id: question.organizationId }),
      };
      const { body } = await request<TodayByHourResponse>({ method: 'GET', path, query, signal });
      return {
        today: body.today,
        yesterday: body.yesterday,
        yesterdayByNow: body.yesterday_by_now,
        estimatedHours: body.estimated_hours,
      };
    },
  });

/** How today and yesterday went, of all claim types; `null` while that is not known or not asked. */
export function useTodayCourse(question: CourseQuestion | null, flowing: boolean): Course | null {
  return useQuery(todayCourseOptions(question, flowing)).data ?? null;
}
