import type { ReportRow } from '@tapwise/contract';
import { useAccount } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { reportMessages as words } from '../messages.ts';
import { levelOf } from '../model/report-level.ts';
import { chosenBy } from '../model/resolve-scope.ts';
import { partsOf, searchOf } from '../model/saved-views.ts';
import { forgetGrid, gridMemoryOf } from './grid-memory.ts';
import { LevelPath } from './LevelPath.tsx';
import { LiveStrip } from './LiveStrip.tsx';
import { LiveSwitch } from './LiveSwitch.tsx';
import { ReportBanners, ReportError } from './ReportBanners.tsx';
import { RestrictedNote } from './ReportNotes.tsx';
import { insteadOfRows, NotReady } from './ReportStates.tsx';
import { ReportTable } from './ReportTable.tsx';
import { ScopeBar } from './ScopeBar.tsx';
import { usePathNames } from './use-path-names.ts';
import { useOrganizationToday, useQuestion, useReportRows } from './use-report-rows.ts';
import { useReportScope } from './use-report-scope.ts';
import { useSavedViews } from './use-saved-views.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

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
  const names = usePathNames(question, step);
  const level = levelOf(url.campaignId, url.adGroupId);
  const memory = gridMemoryOf(url);

  function openRow(row: ReportRow): void {
    const next =
      level === 'campaign'
        ? { campaignId: row.id, adGroupId: null }
        : { campaignId: url.campaignId, adGroupId: row.id };
    const path =
      level === 'campaign' ? { campaignName: row.name } : { ...namesToKeep(names.campaign), adGroupName: row.name };
    forgetGrid({ ...url, ...next });
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
  return (
    <>
      <TitleRow title={words.title} path={path} />
      <ScopeBar
        scope={scope}
        applications={applications}
        today={today}
        live={<LiveSwitch on={rows.live} allowed={rows.liveAllowed} onChange={rows.setLive} />}
      />
      <ReportBanners demo={account.demo} warning={rows.report?.answer.warning} />
      {application === null || organization === null ? (
        <NotReady application={application} />
      ) : (
        <>
          {rows.error !== null && <ReportError error={rows.error} answeredAt={rows.answeredAt} onRetry={rows.retry} />}
          <LiveStrip
            application={application}
            organization={organization}
            today={today}
            flowing={rows.followed}
            predictions={url.predictions}
            restricted={account.access === 'restricted'}
          />
          {account.access === 'restricted' && <RestrictedNote />}
          <ReportTable
            key={memory.key}
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
                current={searchOf(url)}
                onKeep={saved.keep}
                onOpen={(search) => scope.adopt(partsOf(search))}
              />
            }
            onView={scope.show}
            compare={url.scope.compare}
            memory={memory}
            takeFocus={step.focusGrid === true}
            {...(level === 'keyword' ? {} : { onOpen: openRow })}
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
                shownCount: table.shown,
                orderCount: table.all,
                onClearFilter: table.clearFilter,
                onResetFilters: (filters) => scope.apply({ ...url.scope, filters }),
              })
            }
          />
        </>
      )}
    </>
  );
}

function namesToKeep(campaignName: string | null | undefined): { campaignName?: string } {
  return campaignName == null ? {} : { campaignName };
}
