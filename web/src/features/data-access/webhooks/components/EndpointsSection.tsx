import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import type { Delivery, EndpointKind, Endpoints } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';
import { durationText } from '../model/delivery-texts.ts';
import { EndpointRow } from './EndpointRow.tsx';
import styles from './endpoints.module.css';
import { SecretNotice } from './SecretNotice.tsx';
import type { EndpointWrites } from './use-endpoint-writes.ts';
import screen from './webhooks.module.css';

interface Props {
  application: Application;
  endpoints: Endpoints;
  /** Those that are loaded, whatever the filter. */
  deliveries: readonly Delivery[];
  writes: EndpointWrites;
  /** Why nothing can be changed; `null` when it can. */
  refusal: string | null;
}

const endpointKinds: readonly EndpointKind[] = ['webhook', 'forwarding'];

/** Both addresses of an application, what can be done with them, and how deliveries to them go. */
export function EndpointsSection({ application, endpoints, deliveries, writes, refusal }: Props) {
  const testRefusal = refusal ?? (endpoints.webhook_state === 'active' ? null : words.testNeedsEndpoint);
  return (
    <section className={styles.endpoints} aria-labelledby="endpoints-title">
      <div className={screen.head}>
        <h2 id="endpoints-title" tabIndex={-1}>
          {words.endpoints} <span>{application.name}</span>
        </h2>
        <Button
          size="small"
          disabledFocusable={testRefusal !== null || writes.busy !== null}
          title={testRefusal ?? undefined}
          onClick={() => testRefusal === null && void writes.sendTest()}
        >
          {writes.busy === 'test' ? words.testing : words.test}
        </Button>
      </div>
      <EndpointNotices writes={writes} />
      <ul className="bordered rounded-8">
        {endpointKinds.map((kind) => (
          <EndpointRow
            key={kind}
            kind={kind}
            endpoints={endpoints}
            deliveries={deliveries}
            writes={writes}
            refusal={refusal}
          />
        ))}
      </ul>
    </section>
  );
}

/** The button that was pressed goes: the focus stays near. */
function leave(close: () => void): void {
  close();
  document.getElementById('endpoints-title')?.focus();
}

/** A new secret, the result of a test, or why neither came. */
function EndpointNotices({ writes }: { writes: EndpointWrites }) {
  const { test, failure, secret } = writes;
  return (
    <div className={styles.notices} aria-live="polite">
      {secret !== null && <SecretNotice key={secret.secret} {...secret} onDone={() => leave(writes.forgetSecret)} />}
      {test !== null && (
        <NoticeBar
          intent={test.delivered ? 'info' : 'error'}
          actions={
            <Button size="small" onClick={() => leave(writes.forgetTest)}>
              {words.close}
            </Button>
          }
        >
          {test.delivered
            ? words.tested(test.http_status ?? 0, durationText(test.ms))
            : words.testFailed(String(test.http_status ?? words.noAnswer), durationText(test.ms))}
        </NoticeBar>
      )}
      {failure !== null && (failure.of === 'rotate' || failure.of === 'test') && (
        <NoticeBar intent="error">{failure.message}</NoticeBar>
      )}
    </div>
  );
}
