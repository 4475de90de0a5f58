import type { Application, Organization } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type RangeChoice, readRange, writeRange } from '../../../../shared/report/index.ts';
import type { PageScope } from '../../../../shared/scope/creatives.ts';
import {
  type AccountScope,
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';

/** What Update sends: for the report one campaign, a page and days; for the list of ad groups any number of campaigns. */
export interface PagesScope {
  account: AccountScope;
  campaigns: readonly number[];
  creative: number | null;
  range: RangeChoice;
}

const idsOf = (text: string | null): number[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .filter((id) => /^[1-9]\d{0,15}$/.test(id))
      .map(Number),
  ),
];

const completed = (account: AccountScope, applications: readonly Application[]): AccountScope =>
  completeAccountScope(account, applications, rememberedAccount, { all: false });

/** The view the address says, completed, one that is not sent yet, and the ways to change it. */
export function usePagesUrl(applications: readonly Application[]) {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const applied = useMemo<PagesScope>(() => {
    const read = new URLSearchParams(text);
    return {
      account: completed(readAccountScope(read), applications),
      campaigns: idsOf(read.get('campaign_ids')),
      creative: idsOf(read.get('creative_id'))[0] ?? null,
      range: readRange(read, { preset: 'last30' }),
    };
  }, [text, applications]);
  const [draft, setDraft] = useState<PagesScope | null>(null);
  const scope = draft ?? applied;
  return {
    applied,
    scope,
    unsent: draft !== null && JSON.stringify(draft) !== JSON.stringify(applied),
    change: (part: Partial<PagesScope>) => setDraft({ ...scope, ...part }),
    /** Campaigns and pages belong to one account: with another one they are open again. */
    changeAccount: (account: AccountScope) =>
      setDraft({ ...scope, account: completed(account, applications), campaigns: [], creative: null }),
    update(part: Partial<PagesScope> = {}): void {
      const sent = { ...scope, ...part };
      const next = new URLSearchParams();
      writeAccountScope(next, sent.account);
      rememberAccount(sent.account);
      if (sent.campaigns.length > 0) next.set('campaign_ids', sent.campaigns.join(','));
      if (sent.creative !== null) next.set('creative_id', String(sent.creative));
      writeRange(next, sent.range);
      setParams(next);
      setDraft(null);
    },
    sort: params.get('sort'),
    setSort(sort: string | null): void {
      const next = new URLSearchParams(params);
      if (sort === null) next.delete('sort');
      else next.set('sort', sort);
      setParams(next, { replace: true });
    },
  };
}
export type PagesUrl = ReturnType<typeof usePagesUrl>;

/** The application and organization of a scope, and how calls name them. */
export function resolveScope({ account }: PagesScope, applications: readonly Application[]) {
  const application = applications.find(({ id }) => id === account.application) ?? null;
  const organization: Organization | null =
    application?.asaOrganizations.find(({ organization_id: id }) => id === account.organization) ?? null;
  const pageScope: PageScope | null =
    application === null || organization === null
      ? null
      : { application_id: application.id, asa_organization_id: organization.organization_id };
  return { application, organization, pageScope };
}
