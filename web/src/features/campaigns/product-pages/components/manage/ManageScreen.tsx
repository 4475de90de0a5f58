import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { ToolPath } from '../../../../../shared/page/ToolPath.tsx';
import { NotReady } from '../../../../../shared/report/components/states/ReportStates.tsx';
import {
  AccountPickers,
  Message,
  ReportBanners,
  ReportError,
  ReportNotice,
} from '../../../../../shared/report/index.ts';
import { creativesOptions } from '../../../../../shared/scope/creatives.ts';
import { campaignNamesQueryOptions } from '../../../../../shared/scope/index.ts';
import { CampaignPicker } from '../../../../../shared/scope/pickers/CampaignPicker.tsx';
import { FoldedScope, ScopeFrame } from '../../../../../shared/scope/ScopeFrame.tsx';
import { useAccount } from '../../../../account/session/index.ts';
import { TitleRow } from '../../../../frame/shell/index.ts';
import { adGroupPagesOptions } from '../../api/product-pages-api.ts';
import { pageMessages as words } from '../../messages.ts';
import { type PagesUrl, resolveScope, usePagesUrl } from '../use-pages-url.ts';
import { PagesWork } from './PagesWork.tsx';

/** Which product page the ads of each ad group lead to, changed one by one or many at once. */
export function ManageScreen() {
  const { account, applications } = useAccount();
  const url = usePagesUrl(applications);
  const { application, organization, pageScope } = resolveScope(url.applied, applications);
  const restricted = account.access === 'restricted';
  const scope = restricted ? null : pageScope;
  const creatives = useQuery(creativesOptions(scope));
  const adGroups = useQuery(adGroupPagesOptions(scope, url.applied.campaigns));
  const failed = [creatives, adGroups].find(({ isError }) => isError);
  return (
    <>
      <TitleRow title={words.title} path={<ToolPath name={words.manage} />} end={<ReportNotice warnings={[]} />} />
      <ManageScopeBar url={url} applications={applications} />
      <ReportBanners demo={account.demo} />
      {failed !== undefined && (
        <ReportError error={failed.error} answeredAt={0} onRetry={() => void failed.refetch()} />
      )}
      {application === null || organization === null || pageScope === null ? (
        <NotReady application={application} />
      ) : restricted ? (
        <Message title={words.restricted} />
      ) : (
        <PagesWork
          key={JSON.stringify(pageScope)}
          scope={pageScope}
          url={url}
          creatives={creatives.data ?? []}
          read={creatives.data !== undefined}
          adGroups={url.applied.campaigns.length === 0 ? null : (adGroups.data ?? null)}
          loading={adGroups.isFetching}
        />
      )}
    </>
  );
}

/** Application, organization and campaigns. */
function ManageScopeBar({ url, applications }: { url: PagesUrl; applications: readonly Application[] }) {
  const { application, organization } = resolveScope(url.scope, applications);
  const { campaigns } = url.scope;
  const names = useQuery({
    ...campaignNamesQueryOptions(application?.id ?? 0, organization?.organization_id ?? 0),
    enabled: organization !== null,
  });
  return (
    <ScopeFrame
      unsent={url.unsent}
      refusal={url.unsent && campaigns.length === 0 ? words.chooseCampaigns : null}
      onUpdate={() => url.update()}
      folded={<FoldedScope name={application?.name ?? words.manage} details={`${campaigns.length} campaigns`} />}
      pickers={
        <>
          <AccountPickers
            applications={applications}
            application={application}
            organizationId={organization?.organization_id ?? null}
            onChange={(id, org) => url.changeAccount({ application: id, organization: org })}
          />
          <CampaignPicker
            campaigns={names.data ?? []}
            loading={names.isPending}
            failed={names.isError}
            chosen={campaigns}
            onChange={(ids) => url.change({ campaigns: ids })}
          />
        </>
      }
    />
  );
}
