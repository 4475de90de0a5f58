import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { Link, type To, useParams } from 'react-router-dom';
import { alertsOptions } from '../../../../../shared/campaigns/alerts/alerts-query.ts';
import path from '../../../../../shared/page/tool-path.module.css';
import { Message, ReportError } from '../../../../../shared/report/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { alertsPath } from '../../../../frame/automation-frame/index.ts';
import { channelsOptions } from '../../../alerts/index.ts';
import { AutomationFrame, useAutomationUrl } from '../../../automation/index.ts';
import { metricsOptions } from '../../api/custom-rules-api.ts';
import { alertWords as words } from '../../messages/alert-words.ts';
import { builderWords } from '../../messages/builder-words.ts';
import { AlertBuilder } from './AlertBuilder.tsx';

/** An alert as it is written: a new one, or an edited one. */
export function AlertBuilderScreen() {
  const { applications } = useAccount();
  const url = useAutomationUrl(applications);
  const { id } = useParams();
  const alertId = id === undefined ? null : Number(id);
  const backTo = { pathname: alertsPath, search: url.addressOf(null).search };
  return (
    <AutomationFrame url={url} path={<AlertPath isNew={alertId === null} backTo={backTo} />}>
      {(application) => (
        <Loaded key={`${application.id} ${id}`} application={application} alertId={alertId} backTo={backTo} />
      )}
    </AutomationFrame>
  );
}

function AlertPath({ isNew, backTo }: { isNew: boolean; backTo: To }) {
  return (
    <nav aria-label={builderWords.path}>
      <ol className={path.path}>
        <li>
          <Link to={backTo}>{words.allAlerts}</Link>
        </li>
        <li>
          <ChevronRight12Regular aria-hidden />
          <span aria-current="page">{isNew ? words.newAlert : builderWords.edit}</span>
        </li>
      </ol>
    </nav>
  );
}

interface Props {
  application: Application;
  alertId: number | null;
  backTo: To;
}

/** Waits for what the fields need: the figures there are, the channels, and the alert. */
function Loaded({ application, alertId, backTo }: Props) {
  const metrics = useQuery(metricsOptions(application.id));
  const alerts = useQuery(alertsOptions(application.id));
  const channels = useQuery(channelsOptions());
  const failed = [metrics, alerts, channels].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <ReportError error={failed.error} answeredAt={0} onRetry={() => void failed.refetch()} />;
  }
  if (metrics.data === undefined || alerts.data === undefined || channels.data === undefined) {
    return (
      <div role="status">
        <p className="visually-hidden">{builderWords.loading}</p>
      </div>
    );
  }
  const alert = alerts.data.find(({ id, kind }) => id === alertId && kind === 'own') ?? null;
  if (alertId !== null && alert === null) return <Message title={words.noAlert} />;
  return (
    <AlertBuilder
      application={application}
      alert={alert}
      metrics={metrics.data}
      channels={channels.data}
      backTo={backTo}
    />
  );
}
