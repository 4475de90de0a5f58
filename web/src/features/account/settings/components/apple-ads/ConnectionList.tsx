import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { useId, useState } from 'react';
import { useAccount } from '../../../session/index.ts';
import { appleAdsMessages as words } from '../../apple-ads-messages.ts';
import { connectionState, type LinkedOrganization } from '../../model/connection-state.ts';
import { StateBadge } from '../StateBadge.tsx';
import styles from '../settings.module.css';
import list from './apple-ads.module.css';
import { ConnectionDetails } from './ConnectionDetails.tsx';

interface Props {
  application: Application;
  /** Why nothing can be changed here; `null` when it can. */
  refusal: string | null;
}

/** How each organization of an application is connected to Apple Ads. Nothing is asked for before details are opened. */
export function ConnectionList({ application, refusal }: Props) {
  if (application.asaOrganizations.length === 0) return null;
  return (
    <ul className={list.accounts} aria-label={words.accounts(application.name)}>
      {application.asaOrganizations.map((organization) => (
        <ConnectionRow
          key={organization.organization_id}
          application={application}
          organization={organization}
          refusal={refusal}
        />
      ))}
    </ul>
  );
}

function ConnectionRow({ application, organization, refusal }: Props & { organization: LinkedOrganization }) {
  const { account } = useAccount();
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const { state, badge, text } = connectionState(organization);
  const isRestricted = account.access === 'restricted';
  return (
    <li className="border-top" data-organization={organization.organization_id}>
      <div className={list.line}>
        <div className={styles.words}>
          <strong>{organization.name}</strong>
          <span>{text}</span>
        </div>
        <StateBadge state={state} text={badge} />
        <Button
          size="small"
          className={styles.action}
          aria-label={`${words.details}: ${words.unique(organization.name, organization.organization_id)}`}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
          disabledFocusable={isRestricted}
          title={isRestricted ? words.readOnly : undefined}
          onClick={() => setOpen(!open && !isRestricted)}
        >
          {words.details}
        </Button>
      </div>
      {open && (
        <ConnectionDetails
          id={panelId}
          organization={organization}
          scope={{ application_id: application.id, asa_organization_id: organization.organization_id }}
          refusal={refusal ?? (account.access === 'admin' ? null : words.adminOnly)}
        />
      )}
    </li>
  );
}
