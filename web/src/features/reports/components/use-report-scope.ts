import type { Application } from '@tapwise/contract';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { localSettings } from '../../../shared/storage/local-settings.ts';
import { type Remembered, resolveScope } from '../model/resolve-scope.ts';
import { parseReportsUrl, type ReportsUrl, type Scope, sameScope, serializeReportsUrl } from '../model/url-state.ts';

export const remembered: Remembered = {
  get applicationId() {
    return localSettings.applicationId();
  },
  organizationId: localSettings.organizationId,
};

/** What a step between levels hands on: names for the path, and that the grid takes the focus. */
export interface StepState {
  focusGrid?: boolean;
  campaignName?: string;
  adGroupName?: string;
}

/** The view the address says, completed, and the ways to change it. */
export function useReportScope(applications: readonly Application[]) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const step = (useLocation().state ?? {}) as StepState;
  const text = params.toString();
  const url = useMemo<ReportsUrl>(() => {
    const parsed = parseReportsUrl(new URLSearchParams(text));
    const scope = resolveScope(parsed.scope, applications, remembered);
    const moved =
      scope.applicationId !== parsed.scope.applicationId || scope.organizationId !== parsed.scope.organizationId;
    const opened = parsed.scope.applicationId !== null;
    return moved && opened ? { ...parsed, scope, campaignId: null, adGroupId: null } : { ...parsed, scope };
  }, [text, applications]);
  const [draft, setDraft] = useState<Scope | null>(null);

  const complete = serializeReportsUrl(url).toString();
  useEffect(() => {
    if (complete !== text) void navigate({ search: complete }, { replace: true, state: step });
  }, [complete, text, navigate, step]);

  const { applicationId, organizationId } = url.scope;
  useEffect(() => {
    if (applicationId !== null) localSettings.setApplicationId(applicationId);
    if (applicationId !== null && organizationId !== null)
      localSettings.setOrganizationId(applicationId, organizationId);
  }, [applicationId, organizationId]);

  function go(next: Partial<ReportsUrl>, options: { replace: boolean; state?: StepState }): void {
    const search = serializeReportsUrl({ ...url, ...next }).toString();
    void navigate({ search }, { replace: options.replace, state: options.state ?? step });
  }

  return {
    url,
    step,
    /** What the pickers show: chosen, perhaps not yet sent. */
    draft: draft ?? url.scope,
    unsent: draft !== null,
    change(part: Partial<Scope>): void {
      const next = { ...(draft ?? url.scope), ...part };
      setDraft(sameScope(next, url.scope) ? null : next);
    },
    /** Sends what was chosen. Another application or organization begins at its campaigns. */
    update(): void {
      if (draft === null) return;
      const same = draft.applicationId === applicationId && draft.organizationId === organizationId;
      go(
        { scope: draft, ...(same ? {} : { campaignId: null, adGroupId: null }) },
        { replace: false, state: same ? step : {} },
      );
      setDraft(null);
    },
    /** Applies a scope at once, without Update. */
    apply(scope: Scope): void {
      go({ scope }, { replace: false });
      setDraft(null);
    },
    /** A step between levels is a page of the history; tab and sort are not. */
    open(level: Pick<ReportsUrl, 'campaignId' | 'adGroupId'>, state: StepState): void {
      go(level, { replace: false, state: { ...state, focusGrid: true } });
    },
    show(part: Partial<Pick<ReportsUrl, 'tab' | 'sort'>>): void {
      go(part, { replace: true });
    },
  };
}

export type ReportScope = ReturnType<typeof useReportScope>;
