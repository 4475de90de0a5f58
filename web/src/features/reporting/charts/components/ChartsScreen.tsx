import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { useNavigate } from 'react-router-dom';
import { PastGate } from '../../../../shared/past-view/components/PastGate.tsx';
import { pastScopeOf } from '../../../../shared/past-view/past-scope.ts';
import { LiveSwitch, Message, ReportBanners, ReportError, ReportNotice } from '../../../../shared/report/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { reportTypes, chartMessages as words } from '../messages.ts';
import { ChartScopeBar } from './ChartScopeBar.tsx';
import { ChartWorkspace, WorkspaceSkeleton } from './ChartWorkspace.tsx';
import { type ChartScreenData, type ChartScreenUrl, useChartData, useChartUrl } from './use-chart-screen.ts';

/** Lines over time: of campaigns, ad groups or keywords, or of the properties of one of them. */
export function ChartsScreen() {
  const { account, applications } = useAccount();
  const screen = useChartUrl(applications);
  const data = useChartData(screen.url, applications);
  const left =
    data.left.length === 0 || data.data === null ? '' : words.otherCurrencies(data.left.join(', '), data.data.currency);
  return (
    <>
      <TitleRow
        title={words.title}
        past={pastOf(screen.url, applications)}
        path={
          <span
            className="text-13 medium"
            data-alone
          >{`All ${reportTypes[screen.url.choice.type].label.toLowerCase()}`}</span>
        }
        end={<ReportNotice warnings={[data.warning, left]} />}
      />
      <ChartScopeBar
        screen={screen}
        applications={applications}
        live={<LiveSwitch on={data.live.on} allowed={data.live.allowed} onChange={data.live.set} />}
      />
      <ReportBanners demo={account.demo} restricted={account.access === 'restricted'} />
      <ChartBody screen={screen} data={data} />
    </>
  );
}

function ChartBody({ screen, data }: { screen: ChartScreenUrl; data: ChartScreenData }) {
  const navigate = useNavigate();
  const { applications } = useAccount();
  const { url, cleared } = screen;
  if (applications.length === 0 || url.choice.account.organization === null) {
    const title = applications.length === 0 ? words.noApplications : words.integrateAds;
    const open = (
      <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
        Open Settings
      </Button>
    );
    return <Message title={title} actions={open} />;
  }
  if (!url.loaded) {
    return (
      <Message
        title={words.empty}
        actions={cleared ? <Button onClick={screen.back}>{words.back}</Button> : undefined}
      />
    );
  }
  return (
    <PastGate {...pastOf(url, applications)}>
      {data.error !== null && <ReportError error={data.error} answeredAt={0} onRetry={data.retry} />}
      {data.data === null && data.error === null && <WorkspaceSkeleton />}
      {data.data !== null && data.data.items.length === 0 && <Message title={words.noRows} />}
      {data.data !== null && data.data.items.length > 0 && (
        <ChartWorkspace screen={screen} chart={data} data={data.data} />
      )}
    </PastGate>
  );
}

function pastOf({ choice }: ChartScreenUrl['url'], applications: readonly Application[]) {
  const chosen = applications.find(({ id }) => id === choice.account.application) ?? null;
  const { organization } = choice.account;
  return pastScopeOf(
    chosen,
    chosen?.asaOrganizations.find(({ organization_id }) => organization_id === organization),
  );
}
