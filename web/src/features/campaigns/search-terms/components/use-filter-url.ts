import type { Application } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type AccountScope,
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';
import { leastImpressions } from '../model/term-order.ts';

/** What is filtered, and for discovery where keywords are added. */
export interface FilterScope {
  account: AccountScope;
  campaign: number | null;
  target: number | null;
}

const readId = (params: URLSearchParams, name: string): number | null => {
  const text = params.get(name);
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
};

const completed = (account: AccountScope, applications: readonly Application[]): AccountScope =>
  completeAccountScope(account, applications, rememberedAccount, { all: false });

/** The scope the address says, completed, one that is not sent yet, and how the rows are shown. */
export function useFilterUrl(applications: readonly Application[]) {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const applied = useMemo<FilterScope>(() => {
    const read = new URLSearchParams(text);
    const account = completed(readAccountScope(read), applications);
    return { account, campaign: readId(read, 'campaign_id'), target: readId(read, 'to') };
  }, [text, applications]);
  const [draft, setDraft] = useState<FilterScope | null>(null);
  const scope = draft ?? applied;
  const replace = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(params);
    change(next);
    setParams(next, { replace: true });
  };
  const put = (name: string, value: string | null) =>
    replace((next) => (value === null ? next.delete(name) : next.set(name, value)));
  return {
    applied,
    scope,
    unsent: draft !== null && JSON.stringify(draft) !== JSON.stringify(applied),
    /** Campaigns belong to one account: with another one they are open again. */
    changeAccount: (account: AccountScope) =>
      setDraft({ account: completed(account, applications), campaign: null, target: null }),
    change: (part: Partial<Pick<FilterScope, 'campaign' | 'target'>>) => setDraft({ ...scope, ...part }),
    /** @param chosen the campaigns on the screen, those chosen by themselves too */
    update(chosen: Pick<FilterScope, 'campaign' | 'target'>): void {
      const next = new URLSearchParams();
      writeAccountScope(next, scope.account);
      rememberAccount(scope.account);
      if (chosen.campaign !== null) next.set('campaign_id', String(chosen.campaign));
      if (chosen.target !== null) next.set('to', String(chosen.target));
      setParams(next);
      setDraft(null);
    },
    sort: params.get('sort'),
    setSort: (sort: string | null) => put('sort', sort),
    least: Math.max(leastImpressions, readId(params, 'min') ?? leastImpressions),
    setLeast: (least: number) => put('min', least <= leastImpressions ? null : String(least)),
  };
}

/** What the address of the page says, and how it is changed. */
export type FilterUrl = ReturnType<typeof useFilterUrl>;
