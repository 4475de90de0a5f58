import { Button } from '@fluentui/react-components';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Message, ReportBanners, ReportError } from '../../../../shared/report/index.ts';
import { ChoicePicker, rememberAccount, rememberedAccount, ScopeRow } from '../../../../shared/scope/index.ts';
import { useRefreshOnMove } from '../../../../shared/server/live/use-refresh-on-move.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { SettingsFrame } from '../../../frame/settings-frame/index.ts';
import { deliveriesKey, deliveriesOptions, endpointsOptions } from '../api/webhook-calls.ts';
import type { Delivery } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';
import { DeliveriesSection } from './DeliveriesSection.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { EndpointsSection } from './EndpointsSection.tsx';
import { type ConsoleUrl, useConsoleUrl } from './use-console-url.ts';
import { useEndpointWrites } from './use-endpoint-writes.ts';
import styles from './webhooks.module.css';

/** Where events and store notifications are sent to, and the outcome of each delivery. */
export function WebhooksScreen() {
  const { account, applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const requested = Number(params.get('app') ?? rememberedAccount.applicationId());
  const application = applications.find(({ id }) => id === requested) ?? applications[0] ?? null;
  if (application === null) {
    const open = (
      <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
        {words.openSettings}
      </Button>
    );
    return (
      <SettingsFrame>
        <Message title={words.noApplications} actions={open} />
      </SettingsFrame>
    );
  }
  const choose = (app: string) => {
    rememberAccount({ application: Number(app), organization: null });
    setParams({ app });
  };
  return (
    <SettingsFrame>
      <div className={styles.page}>
        <ScopeRow>
          <ChoicePicker
            label={words.application}
            choices={applications.map((app) => ({ value: String(app.id), text: app.name, app }))}
            chosen={String(application.id)}
            onChoose={choose}
          />
        </ScopeRow>
        <ReportBanners demo={account.demo} />
        <Console key={application.id} application={application} refusal={account.demo ? words.demo : null} />
      </div>
    </SettingsFrame>
  );
}

/** Endpoints and deliveries of one application. */
function Console({ application, refusal }: { application: Application; refusal: string | null }) {
  const { account } = useAccount();
  const url = useConsoleUrl();
  const endpoints = useQuery(endpointsOptions(application.id));
  const list = useInfiniteQuery(deliveriesOptions(application.id, url.filter));
  const writes = useEndpointWrites(application.id);
  // Once older pages are shown the list is held still: it is asked again when Refresh is pressed.
  const moving = (list.data?.pages.length ?? 0) <= 1;
  useRefreshOnMove(moving ? application.id : null, deliveriesKey(application.id));
  const deliveries = list.data?.pages.flat() ?? [];
  const opened = deliveries.find(({ id }) => id === url.opened) ?? null;
  const timeZone = application.asaOrganizations[0]?.time_zone ?? 'UTC';
  const failed = [endpoints, list].find(({ isError }) => isError);
  return (
    <div className="flex flex-1 min-h-0 relative border-top">
      <div className="column flex-1 min-w-0 min-h-0 scroll-y">
        {account.service !== 'full' && <NoticeBar intent="info">{words.noSubscription}</NoticeBar>}
        {failed !== undefined && (
          <ReportError
            error={failed.error}
            answeredAt={failed.data === undefined ? 0 : failed.dataUpdatedAt}
            onRetry={() => void Promise.all([endpoints, list].map((query) => query.isError && query.refetch()))}
          />
        )}
        {endpoints.data === undefined ? (
          failed === undefined && <Waiting />
        ) : (
          <EndpointsSection
            application={application}
            deliveries={deliveries}
            writes={writes}
            refusal={refusal}
            endpoints={endpoints.data}
          />
        )}
        <DeliveriesSection
          application={application}
          refusal={refusal}
          timeZone={timeZone}
          url={url}
          list={list}
          deliveries={list.data === undefined ? null : deliveries}
          noAddress={endpoints.data?.webhook_url === '' && endpoints.data.proxy_url === ''}
          opened={opened?.id ?? null}
        />
      </div>
      {opened !== null && (
        <DeliveryPanel
          key={opened.id}
          application={application}
          refusal={refusal}
          timeZone={timeZone}
          delivery={opened}
          onClose={() => close(url, opened)}
        />
      )}
    </div>
  );
}

/** The focus goes back to the row. */
function close(url: ConsoleUrl, { id }: Delivery): void {
  url.open(null);
  requestAnimationFrame(() => document.getElementById(`delivery-${id}`)?.focus());
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <p role="status" className="visually-hidden">
        Loading...
      </p>
      <span />
      <span />
    </div>
  );
}
