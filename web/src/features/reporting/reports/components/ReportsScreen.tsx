import type { ReportRow } from '@tapwise/contract';
import { Suspense, useCallback } from 'react';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { PastGate } from '../../../../shared/past-view/components/PastGate.tsx';
import { usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { pastScopeOf } from '../../../../shared/past-view/past-scope.ts';
import { LiveSwitch } from '../../../../shared/report/components/live/LiveSwitch.tsx';
import { useReportScope } from '../../../../shared/report/components/scope/use-report-scope.ts';
import { ReportNotice } from '../../../../shared/report/components/states/LateNotice.tsx';
import { ReportBanners, ReportError } from '../../../../shared/report/components/states/ReportBanners.tsx';
import { insteadOfRows, NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { ReportTable } from '../../../../shared/report/components/table/ReportTable.tsx';
import { useMaturityGap } from '../../../../shared/report/components/table/use-compared.ts';
import {
  useOrganizationToday,
  useQuestion,
  useReportRows,
} from '../../../../shared/report/components/table/use-report-rows.ts';
import { reportMessages as words } from '../../../../shared/report/messages.ts';
import { levelOf } from '../../../../shared/report/model/scope/report-level.ts';
import { chosenBy } from '../../../../shared/report/model/scope/resolve-scope.ts';
import type { ReportsUrl } from '../../../../shared/report/model/scope/url-state.ts';
import { partsOf } from '../../../../shared/report/model/views/saved-views.ts';
import { reportUsage } from '../../../../shared/usage/report-usage.ts';
import { useAccount } from '../../../account/session/index.ts';
import { SettingsChangeTable, type SettingsChangeTableProps } from '../../../campaigns/settings-changes/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import strip from './live/live-strip.module.css';
import { LevelPath } from './scope/LevelPath.tsx';
import { ScopeBar } from './scope/ScopeBar.tsx';
import { usePathNames } from './scope/use-path-names.ts';
import { forgetGrid, useGridMemory } from './table/grid-memory.ts';
import { useSavedViews } from './tools/use-saved-views.ts';
import { ViewsMenu } from './tools/ViewsMenu.tsx';

/** Fetched beside the rows; its place is kept. */
const LiveStrip = lazyPart(async () => (await import('./live/LiveStrip.tsx')).LiveStrip);

/** Where does money come back? Campaigns, their ad groups, and the keywords of those. */
export function ReportsScreen() {
  const { account, applications } = useAccount();
  const saved = useSavedViews(account.user_id);
  const scope = useReportScope(applications, saved.views.find(({ isDefault }) => isDefault)?.search ?? null);
  const { url, step } = scope;
  const chosen = chosenBy(url.scope, applications);
  const today = useOrganizationToday(chosen.organization);
  const question = useQuestion(url, chosen, today);
  const rows = useReportRows(question, today);
  const gap = useMaturityGap(question, rows, url.scope.compare);
  const names = usePathNames(question, step);
  const level = levelOf(url.campaignId, url.adGroupId);
  const memory = useGridMemory(url);
  const instant = usePastInstant();

  const { addressOf } = scope;
  const rowAddress = useCallback((row: ReportRow) => addressOf(levelBelow(url, row)), [addressOf, url]);

  function openRow(row: ReportRow): void {
    const next = levelBelow(url, row);
    const path =
      level === 'campaign' ? { campaignName: row.name } : { ...namesToKeep(names.campaign), adGroupName: row.name };
    forgetGrid({ ...url, ...next });
    reportUsage('reports_level_opened', { level: levelOf(next.campaignId, next.adGroupId) });
    scope.open(next, path);
  }
  const toCampaigns = () => scope.open({ campaignId: null, adGroupId: null }, {});
  const toAdGroups = () => scope.open({ campaignId: url.campaignId, adGroupId: null }, namesToKeep(step.campaignName));
  const path = (
    <LevelPath
      level={level}
      campaign={names.campaign}
      adGroup={names.adGroup}
      onCampaigns={toCampaigns}
      onAdGroups={toAdGroups}
    />
  );
  const { application, organization } = chosen;
  const restricted = account.access === 'restricted';
  const past = pastScopeOf(application, organization);
  return (
    <>
      <TitleRow
        title={words.title}
        path={path}
        past={past}
        end={<ReportNotice warnings={[rows.report?.response.warning, gap]} />}
      />
      <ScopeBar
        restricted={account.access === 'restricted'}
        scope={scope}
        applications={applications}
        today={today}
        live={<LiveSwitch on={rows.live} allowed={rows.liveAllowed} onChange={rows.setLive} />}
      />
      <ReportBanners demo={account.demo} restricted={restricted} />
      {application === null || organization === null ? (
        <NotReady application={application} />
      ) : (
        <PastGate {...past}>
          {rows.error !== null && <ReportError error={rows.error} answeredAt={rows.answeredAt} onRetry={rows.retry} />}
          {instant === null && (
            <Suspense fallback={<div className={strip.strip} />}>
              <LiveStrip
                application={application}
                organization={organization}
                today={today}
                question={question}
                flowing={rows.followed}
                predictions={url.predictions}
                restricted={restricted}
              />
            </Suspense>
          )}
          <TableOfLevel
            key={memory.key}
            accountId={account.user_id}
            fixed={restricted || instant !== null}
            campaignId={url.campaignId}
            adGroupId={url.adGroupId}
            level={level}
            question={question}
            rows={rows}
            application={application}
            organization={organization}
            today={today}
            view={url}
            path={[names.campaign, names.adGroup].filter((name) => name !== null)}
            tools={
              <ViewsMenu
                views={saved.views}
                url={url}
                schedules={!restricted}
                onKeep={saved.keep}
                onOpen={(search) => scope.adopt(partsOf(search))}
              />
            }
            onView={scope.show}
            compare={url.scope.compare}
            memory={memory}
            takeFocus={step.focusGrid === true}
            {...(level === 'keyword' ? {} : { onOpen: openRow, addressOf: rowAddress })}
            onUp={() => {
              if (level === 'keyword') toAdGroups();
              else if (level === 'ad_group') toCampaigns();
            }}
            instead={(table) =>
              insteadOfRows({
                level,
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
        </PastGate>
      )}
    </>
  );
}

type TableProps = SettingsChangeTableProps & { fixed: boolean };

/** A restricted view shows no bids, and changes none; nor does one of the past. */
function TableOfLevel({ fixed, ...props }: TableProps) {
  return fixed ? <ReportTable {...props} /> : <SettingsChangeTable {...props} />;
}

/** What lies below a row: a campaign's ad groups, an ad group's keywords. */
function levelBelow({ campaignId, adGroupId }: ReportsUrl, row: ReportRow) {
  return levelOf(campaignId, adGroupId) === 'campaign'
    ? { campaignId: row.id, adGroupId: null }
    : { campaignId, adGroupId: row.id };
}

function namesToKeep(campaignName: string | null | undefined): { campaignName?: string } {
  return campaignName == null ? {} : { campaignName };
}
