import type { ReportQuestion } from '../../../../../shared/report/api/report-api.ts';

/** Whose course of today is asked for. */
export interface CourseQuestion {
  applicationId: number;
  /** `null`: all of the application's ad organizations. */
  organizationId: number | null;
}

/** The same report, of today alone; with range Today it is the very question the table asks. */
export function onlyToday({ call, params }: ReportQuestion, today: string): ReportQuestion {
  return { call, params: { ...params, from: today, to: today } };
}

/** The course that belongs to a report; `null` where its campaigns or claim types are narrowed, which no course is. */
export function courseOf({ call, params }: ReportQuestion): CourseQuestion | null {
  const whole =
    call === 'campaigns' && params.claim_type === 'total' && params.country === 'all' && params.status === 'all';
  return whole
    ? { applicationId: Number(params.application_id), organizationId: Number(params.asa_organization_id) }
    : null;
}
