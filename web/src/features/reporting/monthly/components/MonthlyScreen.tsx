import { Button } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useClock } from '../../../../shared/page/browser-state.ts';
import { PastGate } from '../../../../shared/past-view/components/PastGate.tsx';
import { asOfParams, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { pastScopeOf } from '../../../../shared/past-view/past-scope.ts';
import { Message, ReportBanners, ReportError, ReportNotice } from '../../../../shared/report/index.ts';
import { LabelledBox } from '../../../../shared/ui/LabelledBox.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { type MonthlyQuestion, useMonthlyReport } from '../api/monthly-api.ts';
import { monthlyMessages as words } from '../messages.ts';
import type { MonthlyScope } from '../model/monthly-url.ts';
import { MonthlyGrid } from './MonthlyGrid.tsx';
import { MonthlyScopeBar } from './MonthlyScopeBar.tsx';
import styles from './monthly.module.css';
import { useAppMonths } from './use-app-months.ts';
import { useMonthlyUrl } from './use-monthly-url.ts';

/** A year by calendar month of install. */
export function MonthlyScreen() {
  const { account, applications } = useAccount();
  const instant = usePastInstant();
  const thisYear = useClock((now) => new Date(instant ?? now).getFullYear());
  const screen = useMonthlyUrl(applications, thisYear);
  const { scope } = screen.url;
  const ready = scope.account.organization !== null;
  const chosen = applications.find(({ id }) => id === scope.account.application) ?? null;
  const past = pastScopeOf(
    chosen,
    chosen?.asaOrganizations.find(({ organization_id }) => organization_id === scope.account.organization),
  );
  // The past is that of one application.
  const answerable = ready && (instant === null || chosen !== null);
  const question = answerable ? { ...questionOf(scope), ...asOfParams(instant) } : null;
  const query = useMonthlyReport(question);
  const byApp = useAppMonths(question, applications);
  const response = query.data ?? null;
  const all = scope.account.application === 'all' && new Set(applications.map(({ currency }) => currency)).size > 1;
  return (
    <>
      <TitleRow title={words.title} past={past} end={<ReportNotice warnings={[response?.warning]} />} />
      <MonthlyScopeBar screen={screen} applications={applications} thisYear={thisYear} />
      <ReportBanners demo={account.demo} restricted={account.access === 'restricted'} />
      {ready ? (
        <PastGate {...past}>
          {query.isError && <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />}
          {!query.isError && byApp.error !== null && (
            <ReportError error={byApp.error} answeredAt={0} onRetry={byApp.retry} />
          )}
          <div className={styles.toggles}>
            <LabelledBox
              label={words.predictions}
              checked={screen.url.predictions}
              onChange={(predictions) => screen.show({ predictions })}
            />
            {all && response !== null && <span className="muted">{words.currencies(response.currency)}</span>}
          </div>
          <MonthlyGrid
            screen={screen}
            response={response}
            loading={query.isFetching || byApp.loading}
            apps={byApp.apps}
            stale={query.isPlaceholderData || (query.isFetching && response !== null)}
          />
        </PastGate>
      ) : (
        <NotReady title={applications.length === 0 ? words.noApplications : words.integrateAds} />
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

function questionOf({ account, year, filters }: MonthlyScope): MonthlyQuestion {
  return {
    year,
    country: filters.countries.length === 0 ? 'all' : filters.countries.join(','),
    claim_type: filters.claim,
    ...(typeof account.application === 'number' ? { application_id: account.application } : {}),
    ...(typeof account.organization === 'number' ? { asa_organization_id: account.organization } : {}),
  };
}
