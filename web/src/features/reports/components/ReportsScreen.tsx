import type { ReportRow } from '@tapwise/contract';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAccount } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { reportMessages as words } from '../messages.ts';
import { filterRows } from '../model/filter-rows.ts';
import { isOutside, levelOf } from '../model/report-level.ts';
import { chosenBy } from '../model/resolve-scope.ts';
import { nextSort, sortRows } from '../model/sort-rows.ts';
import { BottomBar } from './BottomBar.tsx';
import { forgetGrid, gridMemoryOf } from './grid-memory.ts';
import { LevelPath } from './LevelPath.tsx';
import { LiveStrip } from './LiveStrip.tsx';
import { LiveSwitch } from './LiveSwitch.tsx';
import { ReportBanners, ReportError } from './ReportBanners.tsx';
import { ReportGrid } from './ReportGrid.tsx';
import { insteadOfRows, NotReady } from './ReportStates.tsx';
import styles from './reports.module.css';
import { ScopeBar } from './ScopeBar.tsx';
import { TabsRow } from './TabsRow.tsx';
import { usePathNames } from './use-path-names.ts';
import { useOrganizationToday, useQuestion, useReportRows } from './use-report-rows.ts';
import { useReportScope } from './use-report-scope.ts';

/** Where does money come back? Campaigns, their ad groups, and the keywords of those. */
export function ReportsScreen() {
  const { account, applications } = useAccount();
  const scope = useReportScope(applications);
  const { url, step } = scope;
  const chosen = chosenBy(url.scope, applications);
  const today = useOrganizationToday(chosen.organization);
  const question = useQuestion(url, chosen, today);
  const rows = useReportRows(question, today);
  const names = usePathNames(question, step);
  const level = levelOf(url.campaignId, url.adGroupId);
  const [filter, setFilter] = useState('');
  const [resorted, setResorted] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const { store } = rows;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again when the person re-sorts.
  const order = useMemo(
    () => (store === null ? [] : sortRows(store.present(), url.sort, (row) => isOutside(level, row))),
    [store, url.sort, level, resorted],
  );
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => filterRows(order, wanted, (id) => store?.row(id)?.row), [order, wanted, store]);
  const memory = gridMemoryOf(url);

  function openRow(row: ReportRow): void {
    const next =
      level === 'campaign'
        ? { campaignId: row.id, adGroupId: null }
        : { campaignId: url.campaignId, adGroupId: row.id };
    const path =
      level === 'campaign' ? { campaignName: row.name } : { ...namesToKeep(names.campaign), adGroupName: row.name };
    setFilter('');
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
          <LiveStrip application={application} organization={organization} today={today} flowing={rows.followed} />
          <TabsRow
            tab={url.tab}
            onTab={(tab) => scope.show({ tab })}
            filter={filter}
            onFilter={setFilter}
            search={search}
          />
          <div className={styles.panel} role="tabpanel" aria-labelledby={`tab-${url.tab}`}>
            <ReportGrid
              key={memory.key}
              level={level}
              url={url}
              application={application}
              organization={organization}
              rows={rows}
              order={order}
              shown={shown}
              memory={memory}
              takeFocus={step.focusGrid === true}
              onSort={(column, add) => scope.show({ sort: nextSort(url.sort, column, add) })}
              onOpen={openRow}
              onUp={() => {
                if (level === 'keyword') toAdGroups();
                else if (level === 'ad_group') toCampaigns();
              }}
              onSearch={() => search.current?.focus()}
            >
              {insteadOfRows({
                level,
                url,
                chosen,
                rows,
                shownCount: shown.length,
                orderCount: order.length,
                onClearFilter: () => setFilter(''),
                onResetFilters: (filters) => scope.apply({ ...url.scope, filters }),
              })}
            </ReportGrid>
          </div>
        </>
      )}
      <BottomBar
        level={level}
        store={store}
        pending={rows.pending}
        order={order}
        matching={wanted === '' ? null : shown.length}
        sort={url.sort}
        onResort={() => setResorted(resorted + 1)}
      />
    </>
  );
}

function namesToKeep(campaignName: string | null | undefined): { campaignName?: string } {
  return campaignName == null ? {} : { campaignName };
}
