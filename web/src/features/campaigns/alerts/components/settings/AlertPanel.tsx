import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import type { Alert, AlertChannel } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DeleteDialog } from '../../../../../shared/campaigns/changes/DeleteDialog.tsx';
import { SidePanel } from '../../../automation/index.ts';
import { type AlertForm, alertFaults, alertForm, alertUpdates } from '../../model/alert-form.ts';
import { watchesText } from '../../model/watches-text.ts';
import { settingsMessages as words } from '../../settings-messages.ts';
import { SnoozeMenu } from '../SnoozeMenu.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import type { AlertsUrl } from '../use-alerts-url.ts';
import { AlertFields } from './AlertFields.tsx';
import { AlertHistory } from './AlertHistory.tsx';
import styles from './settings.module.css';

interface Props {
  application: Application;
  alert: Alert;
  channels: readonly AlertChannel[];
  url: AlertsUrl;
  actions: AlertActions;
}

/** What an alert is set to, and its incidents. */
export function AlertPanel({ application, alert, channels, url, actions }: Props) {
  // What is not being edited is shown as it is saved, also by others meanwhile.
  const [entered, setEntered] = useState<Partial<AlertForm>>({});
  const [savedOver, setSavedOver] = useState<number | null>(null);
  if (savedOver !== null && alert.version !== savedOver) {
    setEntered({});
    setSavedOver(null);
  }
  const form = { ...alertForm(alert), ...entered };
  const [deleting, setDeleting] = useState(false);
  const faults = alertFaults(form);
  const updates = alertUpdates(form, alert);
  const unchanged = Object.keys(updates).length === 0;
  const reason = actions.refusal ?? (unchanged ? words.nothing : null);
  const save = () => {
    if (reason === null && faults.size === 0)
      void actions.save(alert, updates).then((saved) => saved && setSavedOver(alert.version));
  };
  return (
    <SidePanel
      title={alert.name}
      description={watchesText(alert)}
      onClose={url.close}
      foot={
        <>
          <Button
            appearance="primary"
            disabledFocusable={reason !== null || actions.busy}
            title={reason ?? undefined}
            onClick={save}
          >
            {actions.busy ? words.saving : words.save}
          </Button>
          <SnoozeMenu size="medium" subject={{ alertId: alert.id }} until={alert.snoozed_until} actions={actions} />
          {alert.kind === 'own' && <Link to={url.builderAddressOf(alert.id)}>{words.edit}</Link>}
          {alert.kind === 'own' && <Button onClick={() => setDeleting(true)}>{words.delete}</Button>}
        </>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <AlertFields
          form={form}
          faults={faults}
          channels={channels}
          onChange={(part) => setEntered((before) => ({ ...before, ...part }))}
        />
        {/* Enter in a field saves, as the button under the form does. */}
        <input type="submit" hidden />
      </form>
      <AlertHistory application={application} alert={alert} url={url} />
      {deleting && (
        <DeleteDialog
          names={[alert.name]}
          text={words.deleteText}
          onClose={() => setDeleting(false)}
          onDelete={() => {
            setDeleting(false);
            void actions.remove(alert).then((removed) => removed && url.close());
          }}
        />
      )}
    </SidePanel>
  );
}
