import type { Application } from '@tapwise/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { searchAt, usePastInstant, withoutInstant } from '../../../past-view/past-instant.ts';
import { localSettings } from '../../../storage/local-settings.ts';
import { type Remembered, resolveScope } from '../../model/scope/resolve-scope.ts';
import {
  parseReportsUrl,
  type ReportsUrl,
  type Scope,
  sameScope,
  serializeReportsUrl,
} from '../../model/scope/url-state.ts';
import type { SavedParts } from '../../model/views/saved-views.ts';
import type { ReportView } from '../../model/views/view-state.ts';

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

/**
 * The view the address says, completed, and the ways to change it.
 * @param beginWith what an address without parameters means
 */
export function useReportScope(applications: readonly Application[], beginWith: string | null = null) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const step = (useLocation().state ?? {}) as StepState;
  const instant = usePastInstant();
  const text = withoutInstant(params);
  const url = useMemo<ReportsUrl>(() => {
    const parsed = parseReportsUrl(new URLSearchParams(text === '' && beginWith !== null ? beginWith : text));
    const scope = resolveScope(parsed.scope, applications, remembered);
    const moved =
      scope.applicationId !== parsed.scope.applicationId || scope.organizationId !== parsed.scope.organizationId;
    const opened = parsed.scope.applicationId !== null;
    return moved && opened ? { ...parsed, scope, campaignId: null, adGroupId: null } : { ...parsed, scope };
  }, [text, applications, beginWith]);
  const [draft, setDraft] = useState<Scope | null>(null);

  const { applicationId, organizationId } = url.scope;
  useCompleteAddress(url, text, instant, step);
  useRemembering(url.scope);

  function go(next: Partial<ReportsUrl>, options: { replace: boolean; state?: StepState; flushSync?: boolean }): void {
    const search = searchAt(serializeReportsUrl({ ...url, ...next }), instant);
    void navigate({ search }, { ...options, state: options.state ?? step });
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
    /** Sends what was chosen, and `part` with it. Another application or organization begins at its campaigns. */
    update(part: Partial<Scope> = {}): void {
      const next = { ...(draft ?? url.scope), ...part };
      setDraft(null);
      if (sameScope(next, url.scope)) return;
      const same = next.applicationId === applicationId && next.organizationId === organizationId;
      go(
        { scope: next, ...(same ? {} : { campaignId: null, adGroupId: null }) },
        { replace: false, state: same ? step : {} },
      );
    },
    /** Applies a scope at once, without Update. */
    apply(scope: Scope): void {
      go({ scope }, { replace: false });
      setDraft(null);
    },
    addressOf: useAddressOf(url, instant),
    /** A step between levels is a page of the history; the way rows are looked at is not. */
    open(level: Pick<ReportsUrl, 'campaignId' | 'adGroupId'>, state: StepState): void {
      go(level, { replace: false, state: { ...state, focusGrid: true } });
    },
    /** Takes over a saved way of looking: at the same figures, but filtered and compared as it says. */
    adopt({ view, filters, compare }: SavedParts): void {
      go({ ...view, scope: { ...url.scope, filters, compare } }, { replace: false });
      setDraft(null);
    },
    show(part: Partial<ReportView>): void {
      // What was pressed shows its new state at once, not when the table has been drawn.
      go(part, { replace: true, flushSync: true });
    },
  };
}

/** The address of another level, with everything else as it is. */
function useAddressOf(url: ReportsUrl, instant: string | null) {
  return useCallback(
    (level: Pick<ReportsUrl, 'campaignId' | 'adGroupId'>) =>
      searchAt(serializeReportsUrl({ ...url, ...level }), instant),
    [url, instant],
  );
}

/** An address that says little is completed in place, so that it can be shared. */
function useCompleteAddress(url: ReportsUrl, text: string, instant: string | null, step: StepState): void {
  const navigate = useNavigate();
  const complete = serializeReportsUrl(url).toString();
  useEffect(() => {
    if (complete !== text) void navigate({ search: searchAt(complete, instant) }, { replace: true, state: step });
  }, [complete, text, instant, navigate, step]);
}

/** What is looked at is looked at next time too. */
function useRemembering({ applicationId, organizationId }: Scope): void {
  useEffect(() => {
    if (applicationId !== null) localSettings.setApplicationId(applicationId);
    if (applicationId !== null && organizationId !== null)
      localSettings.setOrganizationId(applicationId, organizationId);
  }, [applicationId, organizationId]);
}

export type ReportScope = ReturnType<typeof useReportScope>;
