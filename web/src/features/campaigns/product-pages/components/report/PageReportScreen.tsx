import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ToolPath } from '../../../../../shared/page/ToolPath.tsx';
import { NotReady } from '../../../../../shared/report/components/states/ReportStates.tsx';
import {
  Message,
  ReportBanners,
  ReportError,
  ReportNotice,
  resolveRange,
  useOrganizationToday,
} from '../../../../../shared/report/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { TitleRow } from '../../../../frame/shell/index.ts';
import { pageReportOptions } from '../../api/product-pages-api.ts';
import { pageMessages as words } from '../../messages.ts';
import { comparisonOf } from '../../model/page-comparison.ts';
import { SyncButton } from '../manage/PagesTools.tsx';
import { usePagesUrl } from '../use-pages-url.ts';
import { ComparisonGrid } from './ComparisonGrid.tsx';
import { ReportScopeBar } from './ReportScopeBar.tsx';
import { usePageChoices } from './use-page-choices.ts';

/** What a custom product page brings beside the default one, and whether that is more than chance. */
export function PageReportScreen() {
  const { account, applications } = useAccount();
  const url = usePagesUrl(applications);
  const restricted = account.access === 'restricted';
  const appliedChoices = usePageChoices(url.applied, applications, restricted);
  const chosen = usePageChoices(url.scope, applications, restricted);
  const { application, organization, pageScope, campaign, page } = appliedChoices;
  const today = useOrganizationToday(organization);
  const { from, to } = resolveRange(url.applied.range, today, null);
  const complete = pageScope !== null && campaign !== null && page !== null && !restricted;
  const report = useQuery(
    pageReportOptions(complete ? { ...pageScope, campaign_id: campaign.id, creative_id: page.id, from, to } : null),
  );
  const rows = useMemo(() => report.data?.rows.map(comparisonOf) ?? null, [report.data]);
  return (
    <>
      <TitleRow
        title={words.title}
        path={<ToolPath name={words.reports} />}
        end={<ReportNotice warnings={[report.data?.warning]} />}
      />
      <ReportScopeBar url={url} applications={applications} chosen={chosen} today={today} />
      <ReportBanners demo={account.demo} />
      {appliedChoices.fault !== undefined && (
        <ReportError
          error={appliedChoices.fault.error}
          answeredAt={0}
          onRetry={() => void appliedChoices.fault?.refetch()}
        />
      )}
      {report.isError && (
        <ReportError
          error={report.error}
          answeredAt={rows === null ? 0 : report.dataUpdatedAt}
          onRetry={() => void report.refetch()}
        />
      )}
      {application === null || organization === null || pageScope === null ? (
        <NotReady application={application} />
      ) : restricted ? (
        <Message title={words.restricted} />
      ) : appliedChoices.noPages ? (
        <Message title={words.noPages} text={words.noPagesText} actions={<SyncButton scope={pageScope} />} />
      ) : (
        <ComparisonGrid
          rows={rows}
          currency={organization.currency}
          loading={report.isFetching || (!complete && appliedChoices.fault === undefined)}
          stale={report.isPlaceholderData}
          sort={url.sort}
          onSort={url.setSort}
        />
      )}
    </>
  );
}
