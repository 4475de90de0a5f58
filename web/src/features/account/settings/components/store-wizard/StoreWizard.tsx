import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { reportUsage } from '../../../../../shared/usage/report-usage.ts';
import { type ApplicationCommand, useApplicationCommand } from '../../api/application-api.ts';
import { settingsMessages as words } from '../../messages.ts';
import {
  emptyWizard,
  faultsOf,
  firstStep,
  type WizardFaults,
  type WizardStep,
  type WizardValues,
  wizardSteps,
} from '../../model/store-wizard.ts';
import { StepFields } from './StepFields.tsx';
import { StepHelp } from './StepHelp.tsx';
import { StepPath } from './StepPath.tsx';
import styles from './wizard.module.css';

interface Props {
  open: boolean;
  application: Application;
  onClose: () => void;
}

/** Connects the store in three steps. What was typed stays when the dialog is closed in between. */
export function StoreWizard({ open, application, onClose }: Props) {
  const resumed = firstStep(application.asc_integration) === 'secret';
  const [requested, setStep] = useState<WizardStep>('keys');
  // Once the keys are stored they are not asked for again.
  const step = resumed ? 'secret' : requested;
  const [values, setValues] = useState<WizardValues>(emptyWizard);
  const [faults, setFaults] = useState<WizardFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const send = useApplicationCommand();

  function go(next: WizardStep): void {
    setFaults({});
    send.reset();
    setStep(next);
  }
  function next(event: FormEvent): void {
    event.preventDefault();
    if (send.isPending) return;
    const newFaults = faultsOf(step, values);
    setFaults(newFaults);
    const [first] = Object.keys(newFaults);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (step === 'keys') {
      reportUsage('wizard_step_completed', { kind: 'store', step: 'keys', ok: true });
      go('vendor');
    } else
      send.mutate(commandOf(step, application.id, values), {
        onSuccess: () => (step === 'vendor' ? stored() : done()),
      });
  }
  /** Secrets are not kept once the server has them. */
  function stored(): void {
    setValues({ ...values, keyFile: null });
    go('secret');
  }
  function done(): void {
    setValues(emptyWizard);
    go('keys');
    onClose();
  }
  const stepIndex = wizardSteps.indexOf(step);
  const before = resumed ? undefined : wizardSteps[stepIndex - 1];
  return (
    <Dialog open={open} onOpenChange={(_, data) => (data.open ? undefined : onClose())}>
      <DialogSurface className={styles.surface} aria-label={`${words.store}, ${application.name}`}>
        <form ref={form} onSubmit={next} noValidate>
          <DialogBody className={styles.body}>
            <DialogTitle>
              {words.store}
              <span className={styles.application}>{application.name}</span>
            </DialogTitle>
            <DialogContent className={styles.content}>
              <StepPath step={step} />
              <div className={styles.columns}>
                <div className={styles.fields}>
                  {send.isError && (
                    <MessageBar intent="error" role="alert">
                      <MessageBarBody>{errorWords(send.error)}</MessageBarBody>
                    </MessageBar>
                  )}
                  <StepFields
                    key={step}
                    step={step}
                    values={values}
                    faults={faults}
                    onChange={(part) => {
                      setValues({ ...values, ...part });
                      setFaults({});
                    }}
                    onFault={setFaults}
                  />
                </div>
                <StepHelp step={step} />
              </div>
            </DialogContent>
            <DialogActions className={styles.actions} fluid>
              <Button appearance="subtle" className={styles.later} onClick={onClose}>
                Finish later
              </Button>
              <Button
                disabledFocusable={before === undefined}
                title={resumed ? words.keysStored : undefined}
                onClick={() => before !== undefined && go(before)}
              >
                Previous
              </Button>
              <Button type="submit" appearance="primary" disabledFocusable={send.isPending}>
                {step === 'secret' ? 'Done' : 'Next'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}

function commandOf(step: WizardStep, application_id: number, values: WizardValues): ApplicationCommand {
  if (step === 'secret') {
    return { path: '/api/application/appstorepassword', body: { application_id, password: values.secret.trim() } };
  }
  return {
    path: '/api/application/asc_credentials',
    body: {
      application_id,
      vendor_number: values.vendorNumber.trim(),
      key_id: values.keyId.trim(),
      issuer_id: values.issuerId.trim(),
      private_key: values.keyFile?.text ?? '',
    },
  };
}

function errorWords(error: unknown): string {
  const text = messageOf(error);
  return text.startsWith('Error: ') ? text : `Error: ${text}`;
}
