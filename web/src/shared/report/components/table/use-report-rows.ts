import { useQueryClient } from '@tanstack/react-query';
import type { Organization, ReportRow } from '@tapwise/contract';
import { dayInZone } from '@tapwise/contract/calendar';
import { useMemo, useState } from 'react';
import { useClock, usePageVisible } from '../../../page/browser-state.ts';
import { useWithPrevious } from '../../../page/use-with-previous.ts';
import { asOfParams, usePastInstant } from '../../../past-view/past-instant.ts';
import { inFrameTurns } from '../../../server/live/commit-scheduler.ts';
import { type Report, type ReportQuestion, useReport } from '../../api/report-api.ts';
import { useLiveRows } from '../../api/use-live-rows.ts';
import { createRowStore } from '../../model/rows/row-store.ts';
import { includesToday, resolveRange } from '../../model/scope/range.ts';
import { levelOf, levels } from '../../model/scope/report-level.ts';
import type { Chosen } from '../../model/scope/resolve-scope.ts';
import type { ReportsUrl } from '../../model/scope/url-state.ts';

/** Today where the ad organization is: its days are the report's days. As of a past instant, the day of that. */
export function useOrganizationToday(organization: Organization | null): string {
  const zone = organization?.time_zone ?? 'UTC';
  const instant = usePastInstant();
  return useClock((now) => dayInZone(instant === null ? now : Date.parse(instant), zone));
}

/** The report an address asks for; `null` while application or organization is open. */
export function useQuestion(url: ReportsUrl, chosen: Chosen, today: string): ReportQuestion | null {
  const { application, organization } = chosen;
  const { range, filters } = url.scope;
  const instant = usePastInstant();
  const days = resolveRange(range, today, application?.first_sdk_event_date ?? null);
  const text =
    application === null || organization === null
      ? null
      : JSON.stringify({
          call: levels[levelOf(url.campaignId, url.adGroupId)].call,
          params: {
            application_id: application.id,
            asa_organization_id: organization.organization_id,
            ...days,
            country: filters.countries.length === 0 ? 'all' : filters.countries.join(','),
            claim_type: filters.claim,
            status: filters.status,
            ...(filters.labels.length === 0 ? {} : { labels: filters.labels.join(',') }),
            ...(url.campaignId === null ? {} : { campaign_id: url.campaignId }),
            ...(url.adGroupId === null ? {} : { ad_group_id: url.adGroupId }),
            ...asOfParams(instant),
          },
        });
  return useMemo(() => (text === null ? null : (JSON.parse(text) as ReportQuestion)), [text]);
}

/**
 * The rows of a report: asked, then followed while live. The last good answer stays when the next one fails.
 * @param leavesOut rows that are not shown; the same function at every drawing
 */
export function useReportRows(question: ReportQuestion | null, today: string, leavesOut?: (row: ReportRow) => boolean) {
  const [live, setLive] = useState(true);
  const visible = usePageVisible();
  const client = useQueryClient();
  const query = useReport(question);
  const { data, dataUpdatedAt: at } = query;
  const answer = query.isPlaceholderData ? undefined : data;
  const good = useWithPrevious<{ question: ReportQuestion; report: Report; at: number } | null>(
    [question, answer, at],
    (before) => (answer === undefined || question === null ? before : { question, report: answer, at }),
  );
  const kept = query.isError && good !== null && sameObject(good.question, question) ? good : null;
  const report = data ?? kept?.report ?? null;
  const store = useMemo(() => {
    if (report === null) return null;
    const { rows, totals, as_of } = report.response;
    const seed = { rows, totals, asOf: as_of, position: report.position, notify: inFrameTurns };
    return createRowStore(leavesOut === undefined ? seed : { ...seed, leavesOut });
  }, [report, leavesOut]);
  const { as_of } = question?.params ?? {};
  const liveAllowed = question !== null && as_of === undefined && includesToday(question.params, today);
  const flowing = live && liveAllowed && visible;
  const fresh = answer !== undefined && !query.isFetching;
  useLiveRows(question, store, flowing && fresh);
  return {
    report,
    store,
    /** The question that the rows answer: the former one while the answer to another is awaited. */
    answered: good !== null && (data !== undefined || kept !== null) ? good.question : null,
    error: query.isError ? query.error : null,
    pending: question !== null && report === null && !query.isError,
    /** Something older than asked for is on the screen. */
    stale: report !== null && (query.isFetching || query.isError),
    loading: question !== null && query.isFetching,
    /** Asks again for this report and whatever else has failed beside it. */
    retry: () => {
      void query.refetch();
      void client.refetchQueries({ queryKey: ['report'], predicate: ({ state }) => state.status === 'error' });
    },
    /** When what is shown was answered; 0 when nothing is. */
    answeredAt: kept?.at ?? at,
    live,
    setLive,
    liveAllowed,
    /** Pushed figures may be shown at all: requested, and the tab is seen. */
    followed: live && visible,
  };
}

export type ReportRows = ReturnType<typeof useReportRows>;

function sameObject(first: ReportQuestion, second: ReportQuestion | null): boolean {
  return (
    first.call === second?.call &&
    first.params.campaign_id === second.params.campaign_id &&
    first.params.ad_group_id === second.params.ad_group_id &&
    first.params.as_of === second.params.as_of
  );
}
