import type { Application, ReportRow } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { asOfParams, searchAt, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import {
  organizationOf,
  parentOfGroup,
  type ReportQuestion,
  remembered,
  resolveRange,
} from '../../../../shared/report/index.ts';
import { useOptimisticValue } from '../../../../shared/scope/index.ts';
import type { GridColumn } from '../../../../shared/tables/grid/index.ts';
import {
  type ComparisonScope,
  type ComparisonUrl,
  comparisonRefusal,
  parseComparisonUrl,
  sameComparison,
  serializeComparisonUrl,
} from '../model/comparison-url.ts';

/** The view the address says, completed, and the ways to change it. */
export function useComparisonUrl(applications: readonly Application[]) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const instant = usePastInstant();
  const text = params.toString();
  const applied = useMemo<ComparisonUrl>(() => {
    const parsed = parseComparisonUrl(new URLSearchParams(text));
    return { ...parsed, scope: complete(parsed.scope, applications) };
  }, [text, applications]);
  const [optimistic, setOptimistic] = useOptimisticValue(text, applied);
  const url = useMemo<ComparisonUrl>(
    () => ({ ...applied, grouped: optimistic.grouped, view: optimistic.view }),
    [applied, optimistic],
  );
  const [draft, setDraft] = useState<ComparisonScope | null>(null);
  const scope = draft ?? url.scope;
  const go = (next: ComparisonUrl, replace: boolean) =>
    void navigate({ search: searchAt(serializeComparisonUrl(next), instant) }, { replace });
  return {
    url,
    scope,
    unsent: draft !== null && !sameComparison(draft, url.scope),
    refusal: comparisonRefusal(scope),
    change(part: Partial<ComparisonScope>): void {
      setDraft({ ...scope, ...part });
    },
    /** Campaigns belong to one application and organization: another one begins with none. */
    changeAccount(applicationId: number | null, organizationId: number | null): void {
      setDraft(complete({ ...scope, applicationId, organizationId, campaignIds: [] }, applications));
    },
    /** Sends what was chosen, and `part` with it; keeps it for later while something is missing. */
    update(part: Partial<ComparisonScope> = {}): void {
      const next = { ...scope, ...part };
      if (comparisonRefusal(next) !== null) {
        setDraft(next);
        return;
      }
      go({ ...url, scope: next }, false);
      setDraft(null);
    },
    group(grouped: boolean): void {
      setOptimistic({ ...url, grouped });
      go({ ...url, grouped }, true);
    },
    show(part: Partial<ComparisonUrl['view']>): void {
      const next = { ...url, view: { ...url.view, ...part } };
      setOptimistic(next);
      go(next, true);
    },
  };
}

/** What the address of the page says, and how it is changed. */
export type ComparisonScreenUrl = ReturnType<typeof useComparisonUrl>;

/** Fills what is open: what was looked at last, else the first. Campaigns of another application are not kept. */
function complete(scope: ComparisonScope, applications: readonly Application[]): ComparisonScope {
  const find = (id: number | null) => applications.find((application) => application.id === id);
  const application = find(scope.applicationId) ?? find(remembered.applicationId) ?? applications[0];
  const organizationId =
    application === undefined ? null : organizationOf(application, scope.organizationId, remembered);
  const moved =
    (scope.applicationId !== null && scope.applicationId !== application?.id) ||
    (scope.organizationId !== null && scope.organizationId !== organizationId);
  return {
    ...scope,
    applicationId: application?.id ?? null,
    organizationId,
    campaignIds: moved ? [] : scope.campaignIds,
  };
}

/** The report of the chosen campaigns; `null` while none are. */
export function useComparisonQuestion(
  { scope, grouped }: Pick<ComparisonUrl, 'scope' | 'grouped'>,
  application: Application | null,
  today: string,
): ReportQuestion | null {
  const instant = usePastInstant();
  const days = resolveRange(scope.range, today, application?.first_sdk_event_date ?? null);
  const text =
    comparisonRefusal(scope) !== null
      ? null
      : JSON.stringify({
          call: 'all_campaigns_keywords',
          params: {
            application_id: scope.applicationId,
            asa_organization_id: scope.organizationId,
            ...days,
            campaign_ids: scope.campaignIds.join(','),
            ...(grouped ? { group: 'keyword' } : {}),
            ...asOfParams(instant),
          },
        });
  return useMemo(() => (text === null ? null : (JSON.parse(text) as ReportQuestion)), [text]);
}

const textColumn = (
  key: string,
  label: string,
  count: 'group_campaigns' | 'group_ad_groups',
  many: string,
): GridColumn<ReportRow> => ({
  key,
  label,
  unit: null,
  group: 'object',
  startsGroup: false,
  width: 160,
  grow: 2,
  align: 'start',
  cell: (row) => ({ text: parentOfGroup(row, count, many) ?? (typeof row[key] === 'string' ? row[key] : '') }),
});

/** Campaign and ad group of a keyword, beside its name. */
export const parentColumns: readonly GridColumn<ReportRow>[] = [
  textColumn('campaign_name', 'Campaign', 'group_campaigns', 'campaigns'),
  textColumn('ad_group_name', 'Ad group', 'group_ad_groups', 'ad groups'),
];
