import { Button } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { formatDate } from '../../../shared/calendar/days.ts';
import { integrationsOf, maskKey } from '../model/integration-state.ts';
import { IntegrationRow } from './IntegrationRow.tsx';
import styles from './settings.module.css';

interface Props {
  application: Application;
  /** Why its set-up cannot be changed; `null` when it can. */
  refusal: string | null;
}

/** One application: its key, and its four integrations. */
export function ApplicationCard({ application, refusal }: Props) {
  const { name, adam_id, currency, first_sdk_event_date: first } = application;
  return (
    <article className={styles.card}>
      <div className={styles.cardHead}>
        <h3>{name}</h3>
        <p>
          App Store id {adam_id}, currency {currency},{' '}
          {first === null ? 'no SDK event yet' : `first SDK event ${formatDate(first)}`}
        </p>
      </div>
      {application.api_key !== null && <ApiKey value={application.api_key} application={name} />}
      {integrationsOf(application).map((integration) => (
        <IntegrationRow key={integration.key} integration={integration} application={application} refusal={refusal} />
      ))}
    </article>
  );
}

function ApiKey({ value, application }: { value: string; application: string }) {
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  return (
    <div className={styles.key}>
      <span>API key</span>
      <code>{shown ? value : maskKey(value)}</code>
      <Button
        size="small"
        appearance="subtle"
        icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
        aria-label={shown ? 'Hide API key' : 'Show API key'}
        onClick={() => setShown(!shown)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<Copy20Regular />}
        aria-label={copied ? `Copied API key of ${application}` : `Copy API key of ${application}`}
        onClick={() => void copy().catch(() => setShown(true))}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
