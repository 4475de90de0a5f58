import type { Application } from '@tapwise/contract';
import { Fragment } from 'react';
import { formatDate } from '../../../../shared/calendar/day-texts.ts';
import { AppIcon } from '../../../../shared/ui/app-icon/AppIcon.tsx';
import { settingsMessages as words } from '../messages.ts';
import { integrationsOf } from '../model/integration-state.ts';
import { ApiKeys } from './ApiKeys.tsx';
import { ConnectionList } from './apple-ads/ConnectionList.tsx';
import { IntegrationRow } from './IntegrationRow.tsx';
import { LabelsRow } from './labels/LabelsRow.tsx';
import { SdkRow } from './sdk/SdkRow.tsx';
import styles from './settings.module.css';

interface Props {
  application: Application;
  /** Why its set-up cannot be changed; `null` when it can. */
  refusal: string | null;
}

/** One application: its key, its four integrations, and its labels. */
export function ApplicationCard({ application, refusal }: Props) {
  const { name, adam_id, currency, first_sdk_event_date: first } = application;
  const integrations = integrationsOf(application);
  const active = integrations.filter(({ state }) => state === 'active').length;
  return (
    <article className="bordered rounded-8">
      <div className={styles.cardHead}>
        <AppIcon app={application} large />
        <div>
          <h3>{name}</h3>
          <p>
            App Store id {adam_id}, currency {currency},{' '}
            {first === null ? 'no SDK event yet' : `first SDK event ${formatDate(first)}`}
          </p>
        </div>
        {active < integrations.length && (
          <div className={styles.setUp}>
            {words.activeOf(active, integrations.length)}
            <span className={styles.setUpTrack} aria-hidden="true">
              <span style={{ width: `${(100 * active) / integrations.length}%` }} />
            </span>
          </div>
        )}
      </div>
      <ApiKeys application={application} refusal={refusal} />
      {integrations.map((integration) => {
        const Row = integration.key === 'sdk' ? SdkRow : IntegrationRow;
        return (
          <Fragment key={integration.key}>
            <Row integration={integration} application={application} refusal={refusal} />
            {integration.key === 'ads' && <ConnectionList application={application} refusal={refusal} />}
          </Fragment>
        );
      })}
      <LabelsRow application={application} />
    </article>
  );
}
