import type { Application, AsOf, Organization } from '@tapwise/contract';
import { minuteMs } from '@tapwise/contract/calendar';
import { olderOf } from '../../../../../shared/format/ages.ts';
import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import type { ReportQuestion } from '../../../../../shared/report/api/report-api.ts';
import { useTodayCourse } from '../../api/today-course-api.ts';
import { useReportToday } from '../../api/use-report-today.ts';
import { useToday } from '../../api/use-today.ts';
import { elapsedHours, hoursReported } from '../../model/live/course.ts';
import { courseOf } from '../../model/scope/report-today.ts';
import { reportedFigures, type TodayFigures } from '../../model/scope/today.ts';
import type { StripCourse } from './StripTile.tsx';

const nothing: TodayFigures = {
  spend: null,
  current_income: null,
  current_result: null,
  current_roas: null,
  installs: null,
  trials: null,
  predicted_income: null,
  predicted_result: null,
  predicted_roas: null,
};

interface StripScope {
  application: Application;
  organization: Organization;
  /** The report whose figures are wanted, for today alone; `null` for all ad organizations of the application. */
  reportQuestion: ReportQuestion | null;
  flowing: boolean;
}

/** Today's figures of a scope with their ages and course; while the first answer is awaited nothing is known of them. */
export function useStrip({ application, organization, reportQuestion, flowing }: StripScope) {
  const ofAll = useToday(application, flowing);
  const ofReport = useReportToday(reportQuestion, flowing);
  const today = reportQuestion === null ? ofAll : ofReport;
  const whole = { applicationId: application.id, organizationId: null };
  const course = useTodayCourse(reportQuestion === null ? whole : courseOf(reportQuestion), flowing);
  const minute = useClock((now) => Math.floor(now / minuteMs)) * minuteMs;
  const asOf = today?.asOf ?? { ads: null, sdk: null, store: null, impression_share: null };
  const organizations = reportQuestion === null ? application.asaOrganizations : [organization];
  const zones = [...new Set(organizations.map((entry) => entry.time_zone))];
  const elapsed = course === null ? 0 : elapsedHours(course, minute, zones);
  const strip: StripCourse = {
    course,
    elapsed,
    sign: currencySymbol(application.currency),
    reportedHours: reportedParts(elapsed, asOf, minute),
    loading: today === undefined,
  };
  return { figures: today == null ? nothing : reportedFigures(today), asOf, strip };
}

/** Hours of today that each source has reported. */
function reportedParts(elapsed: number, asOf: AsOf, minute: number): StripCourse['reportedHours'] {
  return {
    // The store is silent while nothing is bought, and that is known.
    store: asOf.store === null ? null : elapsed,
    ads: hoursReported(elapsed, asOf.ads, minute),
    both: hoursReported(elapsed, olderOf(asOf.ads, asOf.store), minute),
  };
}
