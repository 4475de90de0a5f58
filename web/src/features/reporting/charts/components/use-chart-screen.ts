import { useQueries } from '@tanstack/react-query';
import { type Application, describeGaps, joinGaps } from '@tapwise/contract';
import { dayInZone, daysBetween } from '@tapwise/contract/calendar';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { formatDayRange } from '../../../../shared/calendar/day-texts.ts';
import { useClock, usePageVisible } from '../../../../shared/page/browser-state.ts';
import { useWithPrevious } from '../../../../shared/page/use-with-previous.ts';
import { asOfParams, searchAt, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { earlierPeriod, includesToday, resolveRange } from '../../../../shared/report/index.ts';
import {
  type AccountTarget,
  campaignNamesQueryOptions,
  completeAccountScope,
  rememberAccount,
  rememberedAccount,
  targetsOf,
  useOptimisticValue,
} from '../../../../shared/scope/index.ts';
import { serverTime } from '../../../../shared/server/http/server-clock.ts';
import { reportUsage } from '../../../../shared/usage/report-usage.ts';
import { useJoinedResponses } from '../api/joined-responses.ts';
import { type LoadedSeries, type SeriesQuestion, useSeries } from '../api/series-api.ts';
import { useSeriesMoves } from '../api/use-series-moves.ts';
import type { ReportType } from '../messages.ts';
import {
  type ChartChoice,
  type ChartUrl,
  type ChartView,
  choiceRefusal,
  defaultChartView,
  parseChartUrl,
  sameChoice,
  serializeChartUrl,
} from '../model/chart-url.ts';
import { granularityOf } from '../model/granularity.ts';

/** The view the address says, completed, and the ways to change it. */
export function useChartUrl(applications: readonly Application[]) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const cleared = (useLocation().state as { cleared?: boolean } | null)?.cleared === true;
  const instant = usePastInstant();
  const text = params.toString();
  const applied = useMemo<ChartUrl>(() => {
    const parsed = parseChartUrl(new URLSearchParams(text));
    const account = completeAccountScope(parsed.choice.account, applications, rememberedAccount, { all: true });
    return { ...parsed, choice: { ...parsed.choice, account } };
  }, [text, applications]);
  const [view, setView] = useOptimisticValue(text, applied.view);
  const url = useMemo<ChartUrl>(() => ({ ...applied, view }), [applied, view]);
  const [draft, setDraft] = useState<ChartChoice | null>(null);
  const choice = draft ?? url.choice;
  const { account } = url.choice;
  useEffect(() => rememberAccount(account), [account]);

  const go = (next: ChartUrl, replace: boolean, state?: { cleared: boolean }) =>
    void navigate({ search: searchAt(serializeChartUrl(next), instant) }, { replace, state: state ?? null });
  return {
    url,
    choice,
    refusal: choiceRefusal(choice),
    unsent: !url.loaded || (draft !== null && !sameChoice(draft, url.choice)),
    /** Data was given up by choosing another type, and can be had back. */
    cleared,
    change(part: Partial<ChartChoice>): void {
      setDraft({ ...choice, ...part });
    },
    /** Another application or organization begins with its campaigns. */
    changeAccount(next: ChartChoice['account']): void {
      const completed = completeAccountScope(next, applications, rememberedAccount, { all: true });
      setDraft({ ...choice, account: completed, type: 'campaigns', campaignId: null, adGroupId: null });
    },
    /** Another type gives up what is loaded and what was chosen in it. */
    changeType(type: ReportType): void {
      setDraft({ ...choice, type, campaignId: null, adGroupId: null });
      if (url.loaded) go({ ...url, loaded: false, view: freshView(url.view) }, false, { cleared: true });
    },
    back(): void {
      setDraft(null);
      void navigate(-1);
    },
    /** Sends what was chosen, and `part` with it; keeps it for later while something is missing. */
    update(part: Partial<ChartChoice> = {}): void {
      const next = { ...choice, ...part };
      if (choiceRefusal(next) !== null) {
        setDraft(next);
        return;
      }
      const same = next.type === url.choice.type;
      reportUsage('charts_report_update_requested', requestedDays(next, applications));
      const view = same ? { ...url.view, drawn: null, element: null } : freshView(url.view);
      go({ choice: next, loaded: true, view }, false);
      setDraft(null);
    },
    show(part: Partial<ChartView>): void {
      const next = { ...url.view, ...part };
      setView(next);
      go({ ...url, view: next }, true);
    },
  };
}

/** Which days are asked for, by their distance from today. */
function requestedDays({ type, range, account }: ChartChoice, applications: readonly Application[]) {
  const targets = targetsOf(account, applications);
  const today = dayInZone(serverTime(Date.now()), targets[0]?.organization.time_zone ?? 'UTC');
  const { from, to } = resolveRange(range, today, firstDayOf(targets));
  return {
    report_type: type,
    end_offset_days: daysBetween(today, to),
    range_days: daysBetween(from, to) + 1,
  };
}

/** Another report begins with the usual view; how the page is divided stays. */
const freshView = ({ tableWidth }: ChartView): ChartView => ({ ...defaultChartView, tableWidth });

export type ChartScreenUrl = ReturnType<typeof useChartUrl>;

/** A campaign that can be chosen, with the pair it belongs to. */
export interface CampaignChoice {
  id: number;
  name: string;
  target: AccountTarget;
}

/** The campaigns of a scope, for choosing one; asked only where a level needs it. The past is that of one application. */
export function useCampaignChoices(targets: readonly AccountTarget[], wanted: boolean) {
  const instant = usePastInstant();
  const several = new Set(targets.map(({ application }) => application.id)).size > 1;
  return useQueries({
    queries: (wanted ? targets : []).map(({ application, organization }) =>
      campaignNamesQueryOptions(application.id, organization.organization_id, false, several ? null : instant),
    ),
    combine: (results) => ({
      campaigns: results.flatMap(({ data }, index): CampaignChoice[] => {
        const target = targets[index];
        return target === undefined ? [] : (data ?? []).map(({ id, name }) => ({ id, name, target }));
      }),
      loading: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error ?? null,
    }),
  });
}

/** Today where the first ad organization of a scope is. */
export function useTargetToday(targets: readonly AccountTarget[]): string {
  const zone = targets[0]?.organization.time_zone ?? 'UTC';
  const instant = usePastInstant();
  return useClock((now) => dayInZone(instant === null ? now : Date.parse(instant), zone));
}

/** First day that has figures: of several applications the earliest. */
export function firstDayOf(targets: readonly AccountTarget[]): string | null {
  const days = targets.map(({ application }) => application.first_sdk_event_date);
  if (days.length === 0 || days.includes(null)) return null;
  return days.reduce((first, second) => ((first ?? '') <= (second ?? '') ? first : second));
}

/** Asks for what the address says, of every pair it covers. */
export function useChartData(url: ChartUrl, applications: readonly Application[]) {
  const { choice } = url;
  const instant = usePastInstant();
  const loaded = url.loaded && (instant === null || choice.account.application !== 'all');
  const scope = useMemo(() => targetsOf(choice.account, applications), [choice.account, applications]);
  const today = useTargetToday(scope);
  const lower = choice.type !== 'campaigns';
  const { campaigns, error: namesError } = useCampaignChoices(scope, loaded && lower && scope.length > 1);
  const { included, left } = sameCurrency(scope);
  const targets = lower ? targetsOfCampaign(scope, campaigns, choice.campaignId) : included;
  const days = resolveRange(choice.range, today, firstDayOf(scope));
  const granularity = granularityOf(days);
  const earlierDays = earlierPeriod(days, choice.compare);
  const buckets = { granularity, ...asOfParams(instant) };
  const questionsOf = (range: typeof days | null) =>
    loaded && range !== null ? targets.map((target) => questionOf(choice, target, { ...range, ...buckets })) : [];
  const questions = questionsOf(days);
  const series = useSeries(questions);
  const earlier = useSeries(questionsOf(earlierDays));
  const question = JSON.stringify([questions, earlierDays]);
  const data = useJoinedResponses(series.loaded, earlier.loaded, applications);
  const live = useLiveSwitch(instant === null && includesToday(days, today));
  useSeriesMoves(
    targets.map(({ application }) => application.id),
    live.flowing && loaded,
    today,
  );
  const screen = {
    data,
    /** What was asked: rows keep their order until another question is. */
    question,
    /** The same without their buckets: whose changes are marked. */
    seriesQuestions: questions.map(({ params: { granularity: _, ...params } }, index) => ({
      params,
      timeZone: targets[index]?.organization.time_zone ?? 'UTC',
    })),
    error: series.error ?? earlier.error ?? namesError,
    /** Something older than asked for is on the screen; figures that only move are not. */
    loading: data === null,
    retry: () => {
      series.retry();
      earlier.retry();
    },
    live,
    /** The days of the earlier period in words; `null` when nothing is compared. */
    earlierDays: earlierDays === null ? null : formatDayRange(earlierDays.from, earlierDays.to, today),
    warning: warningOf(series.loaded ?? []),
    /** Applications whose amounts cannot share an axis. */
    left: lower ? [] : left,
    granularity,
    days,
    today,
  };
  // While the next answer is on its way the last one stays, if it is of the same kind.
  const kind = `${choice.type} ${instant}`;
  const last = useWithPrevious<{ kind: string; screen: typeof screen } | null>(
    [loaded, kind, data, question, screen.error, live.on, live.allowed, today, applications],
    (before) => (!loaded ? null : data === null ? before : { kind, screen }),
  );
  const waiting = data === null && screen.error === null && last?.kind === kind;
  return waiting ? { ...last.screen, loading: true } : screen;
}

/** Whether figures may move; they do while the tab can be seen. */
function useLiveSwitch(allowed: boolean) {
  const [on, set] = useState(true);
  const visible = usePageVisible();
  return { on, allowed, set, flowing: on && allowed && visible };
}

/** What is missing from the answers of all organizations, said once; they are in one currency. */
function warningOf(loaded: readonly LoadedSeries[]): string {
  const gaps = joinGaps(loaded.flatMap(({ response }) => response.gaps ?? []));
  return describeGaps(gaps, loaded[0]?.response.currency ?? '') ?? '';
}

function questionOf(
  { type, campaignId, adGroupId }: ChartChoice,
  { application, organization }: AccountTarget,
  buckets: Pick<SeriesQuestion['params'], 'from' | 'to' | 'granularity' | 'as_of'>,
): SeriesQuestion {
  return {
    call: type,
    params: {
      application_id: application.id,
      asa_organization_id: organization.organization_id,
      ...(type !== 'campaigns' && campaignId !== null ? { campaign_id: campaignId } : {}),
      ...(type === 'keywords' && adGroupId !== null ? { ad_group_id: adGroupId } : {}),
      ...buckets,
    },
  };
}

export type ChartScreenData = ReturnType<typeof useChartData>;

/** Amounts of several currencies have no common axis: those of the first application's are drawn. */
function sameCurrency(scope: readonly AccountTarget[]): { included: AccountTarget[]; left: string[] } {
  const currency = scope[0]?.application.currency;
  const included = scope.filter(({ application }) => application.currency === currency);
  const others = scope.filter(({ application }) => application.currency !== currency);
  return { included, left: [...new Set(others.map(({ application }) => application.name))] };
}

function targetsOfCampaign(
  scope: readonly AccountTarget[],
  campaigns: readonly CampaignChoice[],
  campaignId: number | null,
): AccountTarget[] {
  if (scope.length <= 1) return [...scope];
  const target = campaigns.find(({ id }) => id === campaignId)?.target;
  return target === undefined ? [] : [target];
}
