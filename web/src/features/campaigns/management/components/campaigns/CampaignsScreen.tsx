import type { Application, ReportRow } from '@tapwise/contract';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useReportScope } from '../../../../../shared/report/components/scope/use-report-scope.ts';
import { insteadOfRows, NotReady } from '../../../../../shared/report/components/states/ReportStates.tsx';
import { useQuestion } from '../../../../../shared/report/components/table/use-report-rows.ts';
import {
  ReportBanners,
  ReportError,
  ReportNotice,
  ReportTable,
  useHasTotalBudgets,
  useOrganizationToday,
  useReportRows,
} from '../../../../../shared/report/index.ts';
import { isOutside } from '../../../../../shared/report/model/scope/report-level.ts';
import { chosenBy } from '../../../../../shared/report/model/scope/resolve-scope.ts';
import type { GridMemory } from '../../../../../shared/tables/grid/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { ManagementFrame } from '../../../../frame/management-frame/index.ts';
import { SettingsChangeTable } from '../../../settings-changes/index.ts';
import { CampaignScopeBar } from './CampaignScopeBar.tsx';

/** What runs, what it may cost and what it has cost today. */
const columns = ['status', 'daily_cap', 'budget', 'target_cpa', 'daily_spend', 'spend', 'installs', 'cpa'];
const columnsWithoutTotals = columns.filter((name) => name !== 'budget');

/** Users without a campaign have no settings. */
const isNoCampaign = (row: ReportRow): boolean => isOutside('campaign', row);

/** Campaigns of one organization: switched on and off, deleted, and their budgets. */
export function CampaignsScreen() {
  const { account, applications } = useAccount();
  const scope = useReportScope(applications);
  const { url } = scope;
  const chosen = chosenBy(url.scope, applications);
  const { application, organization } = chosen;
  const today = useOrganizationToday(organization);
  const question = useQuestion({ ...url, campaignId: null, adGroupId: null }, chosen, today);
  const rows = useReportRows(question, today, isNoCampaign);
  const restricted = account.access === 'restricted';
  const initial = useHasBudgetColumn(rows.report?.response.rows) ? columns : columnsWithoutTotals;
  const view = useMemo(() => ({ ...url, columns: url.columns ?? initial }), [url, initial]);
  const open = useOpenCampaign(url.scope.applicationId, url.scope.organizationId);
  const [memory] = useState<GridMemory>(() => ({ scrollTop: 0, active: { row: Number.NaN, column: 0 } }));
  const Table = restricted ? ReportTable : SettingsChangeTable;
  return (
    <ManagementFrame end={<ReportNotice warnings={[rows.report?.response.warning]} />}>
      <CampaignScopeBar scope={scope} applications={applications} today={today} restricted={restricted} />
      <ReportBanners demo={account.demo} restricted={restricted} />
      {application === null || organization === null ? (
        <NotReady application={application} />
      ) : (
        <>
          {rows.error !== null && <ReportError error={rows.error} answeredAt={rows.answeredAt} onRetry={rows.retry} />}
          <Table
            key={`${application.id}:${organization.organization_id}`}
            level="campaign"
            bare
            selecting
            accountId={account.user_id}
            campaignId={null}
            adGroupId={null}
            path={[]}
            question={question}
            rows={rows}
            application={application}
            organization={organization}
            today={today}
            view={view}
            onView={scope.show}
            memory={memory}
            onOpen={open.go}
            addressOf={open.addressOf}
            instead={(table) =>
              insteadOfRows({
                level: 'campaign',
                url,
                chosen,
                rows,
                displayedCount: table.displayedCount,
                orderCount: table.all,
                onClearFilter: table.clearFilter,
                onResetFilters: (filters) => scope.apply({ ...url.scope, filters }),
              })
            }
          />
        </>
      )}
    </ManagementFrame>
  );
}

/** Apple no longer has total budgets: where none can be entered, only campaigns that once got one have the column. */
function useHasBudgetColumn(rows: readonly ReportRow[] | undefined): boolean {
  const hasTotalBudgets = useHasTotalBudgets();
  return hasTotalBudgets || (rows?.some(({ budget }) => typeof budget === 'number') ?? false);
}

/** A campaign opens in Reports, at its ad groups. */
function useOpenCampaign(app: Application['id'] | null, org: number | null) {
  const navigate = useNavigate();
  const addressOf = useCallback(
    ({ id }: ReportRow) => `/client/reports?app=${app}&org=${org}&campaign_id=${id}`,
    [app, org],
  );
  return {
    addressOf,
    go: (row: ReportRow) => void navigate(addressOf(row), { state: { focusGrid: true, campaignName: row.name } }),
  };
}
