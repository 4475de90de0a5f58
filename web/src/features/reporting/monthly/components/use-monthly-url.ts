import type { Application } from '@tapwise/contract';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { searchAt, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import {
  completeAccountScope,
  rememberAccount,
  rememberedAccount,
  useOptimisticValue,
} from '../../../../shared/scope/index.ts';
import {
  type MonthlyScope,
  type MonthlyUrl,
  parseMonthlyUrl,
  sameMonthly,
  serializeMonthlyUrl,
} from '../model/monthly-url.ts';

/** The view the address says, completed, and the ways to change it. */
export function useMonthlyUrl(applications: readonly Application[], thisYear: number) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const instant = usePastInstant();
  const text = params.toString();
  const applied = useMemo<MonthlyUrl>(() => {
    const parsed = parseMonthlyUrl(new URLSearchParams(text), thisYear);
    const account = completeAccountScope(parsed.scope.account, applications, rememberedAccount, { all: true });
    return { ...parsed, scope: { ...parsed.scope, account } };
  }, [text, applications, thisYear]);
  const [view, setView] = useOptimisticValue(text, { predictions: applied.predictions, sort: applied.sort });
  const url: MonthlyUrl = { ...applied, ...view };
  const [draft, setDraft] = useState<MonthlyScope | null>(null);
  const scope = draft ?? url.scope;
  const { account } = url.scope;
  useEffect(() => rememberAccount(account), [account]);
  const go = (next: MonthlyUrl, replace: boolean) =>
    void navigate({ search: searchAt(serializeMonthlyUrl(next), instant) }, { replace });
  return {
    url,
    scope,
    unsent: draft !== null && !sameMonthly(draft, url.scope),
    change(part: Partial<MonthlyScope>): void {
      const next = { ...scope, ...part };
      const completed = completeAccountScope(next.account, applications, rememberedAccount, { all: true });
      setDraft({ ...next, account: completed });
    },
    update(): void {
      go({ ...url, scope }, false);
      setDraft(null);
    },
    /** Applies filters at once, without Update. */
    apply(next: MonthlyScope): void {
      go({ ...url, scope: next }, false);
      setDraft(null);
    },
    show(part: Partial<Pick<MonthlyUrl, 'predictions' | 'sort'>>): void {
      setView({ ...view, ...part });
      go({ ...url, ...part }, true);
    },
  };
}

export type MonthlyScreenUrl = ReturnType<typeof useMonthlyUrl>;
