import { Button } from '@fluentui/react-components';
import type { Application, Organization } from '@tapwise/contract';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PastGate } from '../../../../shared/past-view/components/PastGate.tsx';
import { usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { pastScopeOf } from '../../../../shared/past-view/past-scope.ts';
import {
  AccountPickers,
  describeRange,
  LiveSwitch,
  Message,
  RangePicker,
  ReportBanners,
  ReportError,
  ReportNotice,
  ReportTable,
  resolveRange,
  useOrganizationToday,
  useReportRows,
} from '../../../../shared/report/index.ts';
import { CampaignPicker } from '../../../../shared/scope/pickers/CampaignPicker.tsx';
import { FoldedScope, ScopeFrame } from '../../../../shared/scope/ScopeFrame.tsx';
import { LabelledBox } from '../../../../shared/ui/LabelledBox.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { SettingsChangeTable } from '../../../campaigns/settings-changes/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { useKeywordCampaigns } from '../api/campaign-names-api.ts';
import { comparisonMessages as words } from '../messages.ts';
import styles from './comparison.module.css';
import { type ComparisonScreenUrl, parentColumns, useComparisonQuestion, useComparisonUrl } from './use-comparison.ts';

/** The keywords of several campaigns in one table. */
export function KeywordsComparisonScreen() {
  const { account, applications } = useAccount();
  const screen = useComparisonUrl(applications);
  const { scope: applied, view } = screen.url;
  const { application, organization } = chosenOf(applied.applicationId, applied.organizationId, applications);
  const today = useOrganizationToday(organization);
  const question = useComparisonQuestion(screen.url, application, today);
  const rows = useReportRows(question, today);
  const [memory] = useState(() => ({ scrollTop: 0, active: { row: Number.NaN, column: 0 } }));
  const restricted = account.access === 'restricted';
  const past = pastScopeOf(application, organization);
  const fixed = usePastInstant() !== null || restricted;
  const Table = fixed ? ReportTable : SettingsChangeTable;
  const end = (
    <div className={styles.end} data-own-line>
      <LabelledBox label={words.groupByKeyword} checked={screen.url.grouped} onChange={screen.group} />
      <LiveSwitch on={rows.live} allowed={rows.liveAllowed} onChange={rows.setLive} />
    </div>
  );
  return (
    <>
      <TitleRow title={words.title} past={past} end={<ReportNotice warnings={[rows.report?.response.warning]} />} />
      <ComparisonScopeBar screen={screen} applications={applications} end={end} />
      <ReportBanners demo={account.demo} restricted={restricted} />
      {application === null || organization === null ? (
        <NotReady title={application === null ? words.noApplications : words.integrateAds} />
      ) : (
        <PastGate {...past}>
          {question === null ? (
            <Message title={words.empty} text={words.emptyText} />
          ) : (
            <>
              {rows.error !== null && (
                <ReportError error={rows.error} answeredAt={rows.answeredAt} onRetry={rows.retry} />
              )}
              <Table
                level="keyword"
                across
                accountId={account.user_id}
                campaignId={null}
                adGroupId={null}
                path={[]}
                label={words.title}
                question={question}
                rows={rows}
                today={today}
                application={application}
                organization={organization}
                view={view}
                onView={screen.show}
                beside={parentColumns}
                grouped={screen.url.grouped}
                memory={memory}
                instead={({ displayedCount, all, clearFilter }) => {
                  if (rows.report === null || rows.stale || displayedCount > 0) return undefined;
                  if (all === 0) return <Message title={words.noKeywords} />;
                  return (
                    <Message title={words.noMatch} actions={<Button onClick={clearFilter}>Show all rows</Button>} />
                  );
                }}
              />
            </>
          )}
        </PastGate>
      )}
    </>
  );
}

function NotReady({ title }: { title: string }) {
  const navigate = useNavigate();
  const open = (
    <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
      Open Settings
    </Button>
  );
  return <Message title={title} actions={open} />;
}

function chosenOf(
  applicationId: number | null,
  organizationId: number | null,
  applications: readonly Application[],
): { application: Application | null; organization: Organization | null } {
  const application = applications.find(({ id }) => id === applicationId) ?? null;
  const organization = application?.asaOrganizations.find((entry) => entry.organization_id === organizationId) ?? null;
  return { application, organization };
}

interface BarProps {
  screen: ComparisonScreenUrl;
  applications: readonly Application[];
  end: ReactNode;
}

/** Application, organization, campaigns and range. */
function ComparisonScopeBar({ screen, applications, end }: BarProps) {
  const { scope, url } = screen;
  const { application, organization } = chosenOf(scope.applicationId, scope.organizationId, applications);
  const today = useOrganizationToday(organization);
  const campaigns = useKeywordCampaigns(scope.applicationId, scope.organizationId);
  const firstDay = application?.first_sdk_event_date ?? null;
  const count = url.scope.campaignIds.length;
  const range = describeRange(url.scope.range, resolveRange(url.scope.range, today, firstDay), today).name;
  return (
    <ScopeFrame
      unsent={screen.unsent}
      refusal={screen.refusal}
      onUpdate={screen.update}
      folded={
        <FoldedScope
          name={application?.name ?? words.chooseScope}
          details={`${range} · ${count} ${count === 1 ? 'campaign' : 'campaigns'}`}
        />
      }
      end={end}
      pickers={
        <>
          <AccountPickers
            applications={applications}
            application={application}
            organizationId={scope.organizationId}
            onChange={screen.changeAccount}
          />
          <CampaignPicker
            campaigns={campaigns.data ?? []}
            loading={campaigns.isPending}
            failed={campaigns.isError}
            chosen={scope.campaignIds}
            onChange={(campaignIds) => screen.change({ campaignIds })}
          />
          <RangePicker
            choice={scope.range}
            today={today}
            firstDay={firstDay}
            timeZone={organization?.time_zone ?? 'UTC'}
            onApply={(next) => screen.update({ range: next })}
          />
        </>
      }
    />
  );
}
