import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { alertsOptions } from '../../../../shared/campaigns/alerts/alerts-query.ts';
import { ReportBanners } from '../../../../shared/report/components/states/ReportBanners.tsx';
import { Message, NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { ApplicationPicker, ReportError } from '../../../../shared/report/index.ts';
import { ScopeRow } from '../../../../shared/scope/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import { AutomationTabs } from '../../../frame/automation-frame/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { SidePanel, Waiting } from '../../automation/index.ts';
import { openEpisodesOptions } from '../api/alerts-api.ts';
import { channelsOptions } from '../api/channels-api.ts';
import { alertMessages as words } from '../messages.ts';
import { summaryText } from '../model/episode-texts.ts';
import { settingsMessages } from '../settings-messages.ts';
import styles from './alerts.module.css';
import { ChannelPanel } from './channels/ChannelPanel.tsx';
import { ChannelsStrip } from './channels/ChannelsStrip.tsx';
import { AlertsTable } from './list/AlertsTable.tsx';
import { OpenEpisodes } from './list/OpenEpisodes.tsx';
import { EpisodePanel } from './panel/EpisodePanel.tsx';
import { AlertPanel } from './settings/AlertPanel.tsx';
import { type AlertActions, useAlertActions } from './use-alert-actions.ts';
import { useAlertsLive } from './use-alerts-live.ts';
import { type AlertsUrl, useAlertsUrl } from './use-alerts-url.ts';
import { useNow } from './use-now.ts';

/** What is out of the usual in an application, what watches it, and where that is sent. */
export function AlertsScreen() {
  const { account, applications } = useAccount();
  const url = useAlertsUrl(applications);
  const { application } = url;
  const restricted = account.access === 'restricted';
  const ready = application !== null && application.asa_integration === 'integrated' && !restricted;
  return (
    <>
      <TitleRow title={words.title} />
      <AutomationTabs />
      <ScopeRow end={ready && <Summary application={application} />}>
        <ApplicationPicker
          applications={applications}
          value={application?.id ?? null}
          onChange={url.chooseApplication}
        />
      </ScopeRow>
      <ReportBanners demo={account.demo} />
      {restricted ? (
        <Message title={words.restricted} />
      ) : ready ? (
        <Alerts key={application.id} application={application} url={url} />
      ) : (
        <NotReady application={application} />
      )}
    </>
  );
}

function Summary({ application }: { application: Application }) {
  const alerts = useQuery(alertsOptions(application.id));
  const open = useQuery(openEpisodesOptions(application.id));
  const now = useNow();
  if (alerts.data === undefined || open.data === undefined) return null;
  return (
    <span role="status" className={styles.summary}>
      {summaryText(alerts.data, open.data, now)}
    </span>
  );
}

function Alerts({ application, url }: { application: Application; url: AlertsUrl }) {
  const alerts = useQuery(alertsOptions(application.id));
  const open = useQuery(openEpisodesOptions(application.id));
  const channels = useQuery(channelsOptions());
  const actions = useAlertActions(application.id);
  useAlertsLive(application.id);
  const questions = [alerts, open, channels];
  const failed = questions.find(({ isError }) => isError);
  const retry = () => {
    for (const question of questions) if (question.isError) void question.refetch();
  };
  return (
    <>
      {failed?.error != null && (
        <ReportError
          error={failed.error}
          answeredAt={failed.data === undefined ? 0 : failed.dataUpdatedAt}
          onRetry={retry}
        />
      )}
      <div className={styles.split}>
        <section
          className={styles.main}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
          tabIndex={0}
          aria-label={words.alerts}
          aria-busy={questions.some(({ isFetching }) => isFetching)}
        >
          {questions.some(({ isPending }) => isPending) && failed === undefined && <Waiting />}
          {open.data !== undefined && (
            <OpenEpisodes
              application={application}
              alerts={alerts.data ?? []}
              episodes={open.data}
              url={url}
              actions={actions}
            />
          )}
          {alerts.data !== undefined && (
            <AlertsTable
              application={application}
              alerts={alerts.data}
              open={open.data ?? []}
              channels={channels.data ?? []}
              url={url}
              actions={actions}
            />
          )}
          {channels.data !== undefined && <ChannelsStrip channels={channels.data} url={url} />}
        </section>
        <Beside application={application} url={url} actions={actions} />
      </div>
    </>
  );
}

interface BesideProps {
  application: Application;
  url: AlertsUrl;
  actions: AlertActions;
}

/** The incident, channel or alert that the address names. */
function Beside({ application, url, actions }: BesideProps) {
  const alerts = useQuery(alertsOptions(application.id));
  const channels = useQuery(channelsOptions());
  const { episode, channel, alert: id } = url;
  if (channel !== null) {
    const chosen = channels.data?.find((candidate) => candidate.id === channel) ?? null;
    if (channels.data === undefined) return null;
    return <ChannelPanel key={channel} id={channel} channel={chosen} onClose={url.close} />;
  }
  if (episode !== null)
    return <EpisodePanel key={episode} id={episode} application={application} url={url} actions={actions} />;
  if (id === null || alerts.data === undefined) return null;
  const alert = alerts.data.find((candidate) => candidate.id === id);
  if (alert === undefined)
    return (
      <SidePanel title={settingsMessages.noAlert} onClose={url.close}>
        {null}
      </SidePanel>
    );
  return (
    <AlertPanel
      key={id}
      application={application}
      alert={alert}
      channels={channels.data ?? []}
      url={url}
      actions={actions}
    />
  );
}
