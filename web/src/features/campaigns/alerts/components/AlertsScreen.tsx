import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ReportBanners } from '../../../../shared/report/components/states/ReportBanners.tsx';
import { Message, NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { ApplicationPicker, ReportError } from '../../../../shared/report/index.ts';
import {
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  ScopeRow,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import { AutomationTabs } from '../../../frame/automation-frame/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { alertsOptions, openEpisodesOptions } from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';
import { AlertPanel } from './AlertPanel.tsx';
import { AlertTable } from './AlertTable.tsx';
import styles from './alerts.module.css';
import { ChannelsStrip } from './ChannelsStrip.tsx';
import { OpenAlerts } from './OpenAlerts.tsx';
import { useAlertActions, useAlertsLive } from './use-alerts.ts';

const alertsPath = '/client/automation/alerts';

/** The alerts of an application: what is open, what is watched, and where it is sent. */
export function AlertsScreen() {
  const { account, applications } = useAccount();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const scope = completeAccountScope(readAccountScope(params), applications, rememberedAccount, { all: false });
  const application = applications.find(({ id }) => id === scope.application) ?? null;
  const isRestricted = account.access === 'restricted';
  const choose = (id: number | null) => {
    const next = completeAccountScope({ application: id, organization: null }, applications, rememberedAccount, {
      all: false,
    });
    rememberAccount(next);
    const search = new URLSearchParams();
    writeAccountScope(search, next);
    void navigate({ pathname: alertsPath, search: search.toString() });
  };
  const isReady = application !== null && application.asa_integration === 'integrated' && !isRestricted;
  return (
    <>
      <TitleRow title={words.title} />
      <AutomationTabs />
      <ScopeRow end={isReady && <Summary applicationId={application.id} />}>
        <ApplicationPicker applications={applications} value={application?.id ?? null} onChange={choose} />
      </ScopeRow>
      <ReportBanners demo={account.demo} />
      {isRestricted ? (
        <Message title={words.restricted} />
      ) : isReady ? (
        <Alerts key={application.id} application={application} />
      ) : (
        <NotReady application={application} />
      )}
    </>
  );
}

function Summary({ applicationId }: { applicationId: number }) {
  const { data: alerts } = useQuery(alertsOptions(applicationId));
  const { data: episodes } = useQuery(openEpisodesOptions(applicationId));
  if (alerts === undefined || episodes === undefined) return null;
  const taken = episodes.filter(({ acknowledged }) => acknowledged !== null).length;
  const on = alerts.filter((alert) => alert.on).length;
  return (
    <span role="status" className={styles.summary}>
      {words.summary(episodes.length, taken, on, alerts.length)}
    </span>
  );
}

function Alerts({ application }: { application: Application }) {
  const alerts = useQuery(alertsOptions(application.id));
  const episodes = useQuery(openEpisodesOptions(application.id));
  const actions = useAlertActions(application.id);
  const navigate = useNavigate();
  const { search } = useSearchAddress();
  const { id } = useParams();
  useAlertsLive(application.id);
  const failed = alerts.isError ? alerts : episodes;
  const open = (alertId: number | null) =>
    void navigate({ pathname: alertId === null ? alertsPath : `${alertsPath}/${alertId}`, search });
  const chosen = alerts.data?.find((alert) => `${alert.id}` === id);
  return (
    <>
      {failed.isError && <ReportError error={failed.error} answeredAt={0} onRetry={() => void failed.refetch()} />}
      <div className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={styles.main} tabIndex={0} aria-label={words.alerts} aria-busy={alerts.isFetching}>
          {(alerts.data === undefined || episodes.data === undefined) && !failed.isError && (
            <p role="status" className="visually-hidden">
              {words.waiting}
            </p>
          )}
          {alerts.data !== undefined && episodes.data !== undefined && (
            <>
              <OpenAlerts episodes={episodes.data} actions={actions} chosen={chosen?.id ?? null} onOpen={open} />
              <AlertTable alerts={alerts.data} actions={actions} onOpen={open} />
              <ChannelsStrip />
            </>
          )}
        </section>
        {chosen !== undefined && episodes.data !== undefined && (
          <AlertPanel
            key={chosen.id}
            alert={chosen}
            episodes={episodes.data.filter(({ alert_id }) => alert_id === chosen.id)}
            actions={actions}
            onClose={() => open(null)}
          />
        )}
      </div>
    </>
  );
}

/** What of the address stays when another alert is opened. */
function useSearchAddress(): { readonly search: string } {
  const [params] = useSearchParams();
  return { search: params.toString() };
}
