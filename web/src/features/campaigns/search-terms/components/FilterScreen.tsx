import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useMemo } from 'react';
import { ToolPath } from '../../../../shared/page/ToolPath.tsx';
import { NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { Age, Message, ReportBanners, ReportError, ReportNotice } from '../../../../shared/report/index.ts';
import { campaignNamesQueryOptions } from '../../../../shared/scope/index.ts';
import { campaignOf, orderCampaigns } from '../../../../shared/scope/order-campaigns.ts';
import { useAccount } from '../../../account/session/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { searchTermsOptions } from '../api/search-terms-api.ts';
import { termMessages as words } from '../messages.ts';
import type { FilterKind } from '../model/decisions.ts';
import { type FilterScope, FilterScopeBar } from './FilterScopeBar.tsx';
import { TermWork } from './TermWork.tsx';
import styles from './terms.module.css';
import { type FilterUrl, useFilterUrl } from './use-filter-url.ts';

/** Terms people typed, decided one by one: left, bought as keywords of their own, or blocked. */
function FilterScreen({ kind }: { kind: FilterKind }) {
  const { account, applications } = useAccount();
  const url = useFilterUrl(applications);
  const restricted = account.access === 'restricted';
  const appliedScope = useResolvedScope(url.applied, { kind, applications, restricted });
  const chosen = useResolvedScope(url.scope, { kind, applications, restricted });
  const { application, organization, campaign, target } = appliedScope;
  const { question, names, terms } = appliedScope;
  const response = terms.data ?? null;
  return (
    <>
      <TitleRow
        title={words.title}
        path={<ToolPath name={words.names[kind]} />}
        end={<ReportNotice warnings={[response?.warning]} />}
      />
      <FilterScopeBar
        kind={kind}
        url={url}
        applications={applications}
        chosen={chosen}
        end={
          response !== null && (
            <span className={styles.age}>
              {words.oneYear}
              <Age instant={response.as_of} none={words.notYet} plain />
            </span>
          )
        }
      />
      <ReportBanners demo={account.demo} />
      {names.isError && <ReportError error={names.error} answeredAt={0} onRetry={() => void names.refetch()} />}
      {terms.isError && (
        <ReportError
          error={terms.error}
          answeredAt={response === null ? 0 : terms.dataUpdatedAt}
          onRetry={() => void terms.refetch()}
        />
      )}
      {application === null || organization === null ? (
        <NotReady application={application} />
      ) : restricted ? (
        <Message title={words.restricted} />
      ) : appliedScope.none ? (
        <Message title={words.noCampaigns(application.name, organization.name)} />
      ) : (
        <TermWork
          key={`${kind} ${question?.application_id} ${question?.asa_organization_id} ${campaign?.id}`}
          kind={kind}
          url={url}
          question={question}
          campaign={campaign}
          target={target}
          response={response}
          currency={response?.settings_currency ?? organization.currency}
          loading={names.isPending || terms.isFetching}
        />
      )}
    </>
  );
}

export const FilterSkagScreen = () => <FilterScreen kind="skag" />;
export const FilterDiscoveryScreen = () => <FilterScreen kind="discovery" />;

function useResolvedScope(
  { account, campaign, target }: FilterUrl['scope'],
  { kind, applications, restricted }: { kind: FilterKind; applications: readonly Application[]; restricted: boolean },
) {
  const application = applications.find(({ id }) => id === account.application) ?? null;
  const organization =
    application?.asaOrganizations.find(({ organization_id: id }) => id === account.organization) ?? null;
  const names = useQuery({
    ...campaignNamesQueryOptions(application?.id ?? 0, organization?.organization_id ?? 0),
    enabled: organization !== null,
  });
  const first = kind === 'discovery' ? 'first' : 'last';
  const campaigns = useMemo(() => orderCampaigns(names.data ?? [], first), [names.data, first]);
  const targets = useMemo(() => orderCampaigns(names.data ?? [], 'last'), [names.data]);
  const filtered = campaignOf(campaigns, campaign, first);
  const question =
    application === null || organization === null || filtered === null || restricted
      ? null
      : {
          application_id: application.id,
          asa_organization_id: organization.organization_id,
          campaign_id: filtered.id,
        };
  const terms = useQuery(searchTermsOptions(kind, question));
  // Keywords go to the campaign that was chosen, else to the one for the same countries.
  const wanted = target ?? terms.data?.skag_campaign_id;
  const scope: FilterScope = {
    application,
    organization,
    campaigns,
    targets,
    loading: names.isPending,
    failed: names.isError,
    campaign: filtered,
    target: kind === 'discovery' ? (targets.find(({ id }) => id === wanted) ?? null) : null,
    targetLoading: names.isPending || (question !== null && terms.isPending),
    none: names.data !== undefined && campaigns.length === 0,
  };
  return { ...scope, question, names, terms };
}
