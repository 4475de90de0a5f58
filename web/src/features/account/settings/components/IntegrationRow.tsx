import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { Alert20Regular } from '@fluentui/react-icons/svg/alert';
import { BuildingShop20Regular } from '@fluentui/react-icons/svg/building-shop';
import { Megaphone20Regular } from '@fluentui/react-icons/svg/megaphone';
import { PhoneLaptop20Regular } from '@fluentui/react-icons/svg/phone-laptop';
import type { Application } from '@tapwise/contract';
import { type ReactNode, useState } from 'react';
import { formatInstant } from '../../../../shared/calendar/instants.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { useApplicationCommand } from '../api/application-api.ts';
import { settingsMessages as words } from '../messages.ts';
import type { Integration } from '../model/integration-state.ts';
import { IntegrationForm } from './IntegrationForm.tsx';
import { StateBadge } from './StateBadge.tsx';
import styles from './settings.module.css';
import { StoreWizard } from './store-wizard/StoreWizard.tsx';

const icons = {
  ads: Megaphone20Regular,
  store: BuildingShop20Regular,
  notifications: Alert20Regular,
  sdk: PhoneLaptop20Regular,
} as const;

interface Props {
  integration: Integration;
  application: Application;
  /** Why nothing can be changed here; `null` when it can. */
  refusal: string | null;
  /** A button before that of the next step. */
  button?: ReactNode;
  /** Below the row. */
  children?: ReactNode;
}

/** State of one integration with its next step. */
export function IntegrationRow({ integration, application, refusal, button, children }: Props) {
  const { key, title, field, state, badge, text, action, last } = integration;
  const confirm = useApplicationCommand();
  const [open, setOpen] = useState(false);
  const restoreFocus = useRestoreFocusTarget();
  const Icon = icons[key];
  // An address may always be looked at.
  const refused = key === 'notifications' ? null : refusal;
  function act(): void {
    if (refused !== null) return;
    if (key !== 'sdk') setOpen(!open);
    else confirm.mutate({ path: '/api/application/sdk_integration', body: { application_id: application.id } });
  }
  return (
    <div className="border-top" id={`${key}-${application.id}`} data-integration={key} data-state={field}>
      <div className={styles.line}>
        <span className="center flex-none secondary size-32 surface-3 rounded-6">
          <Icon />
        </span>
        <div className={styles.words}>
          <strong>{title}</strong>
          <span>
            {text}
            {last !== null && (
              <>
                {/* After a whole sentence a new one begins. */}
                {text.endsWith('.') ? ` ${words.lastSentence}` : ` · ${words.last}`}{' '}
                <time dateTime={last}>{formatInstant(last)}</time>
              </>
            )}
          </span>
          {confirm.isError && <span role="alert">Error: {messageOf(confirm.error)}</span>}
        </div>
        <StateBadge state={state} text={badge} />
        {button}
        {action !== null && (
          <Button
            {...restoreFocus}
            size="small"
            className={styles.action}
            aria-label={`${action}: ${title}`}
            aria-expanded={key === 'sdk' || key === 'store' ? undefined : open}
            aria-haspopup={key === 'store' ? 'dialog' : undefined}
            disabledFocusable={confirm.isPending || refused !== null}
            title={refused ?? undefined}
            onClick={act}
          >
            {action}
          </Button>
        )}
      </div>
      {key === 'store' && <StoreWizard open={open} application={application} onClose={() => setOpen(false)} />}
      {open && key !== 'store' && (
        <IntegrationForm integration={key} application={application} onDone={() => setOpen(false)} />
      )}
      {children}
    </div>
  );
}
