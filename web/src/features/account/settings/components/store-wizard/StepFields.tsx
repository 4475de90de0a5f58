import { Field, Input, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { settingsMessages as words } from '../../messages.ts';
import { isUnusualSecret, type WizardFaults, type WizardStep, type WizardValues } from '../../model/store-wizard.ts';
import { KeyFileDrop } from './KeyFileDrop.tsx';
import styles from './wizard.module.css';

interface Props {
  step: WizardStep;
  values: WizardValues;
  faults: WizardFaults;
  onChange: (part: Partial<WizardValues>) => void;
  onFault: (faults: WizardFaults) => void;
}

/** The fields of one step; the first takes the focus. */
export function StepFields(props: Props) {
  const { step, values } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, []);
  return (
    <div ref={box} className={styles.fields}>
      {step === 'keys' && (
        <>
          <TextField {...props} name="issuerId" label="Issuer ID" hint="36 letters and digits with dashes" />
          <TextField {...props} name="keyId" label="KEY ID" hint="About ten letters and digits" />
          <KeyFileDrop
            file={values.keyFile}
            fault={props.faults.keyFile}
            onFile={(keyFile) => props.onChange({ keyFile })}
            onFault={(keyFile) => props.onFault({ keyFile })}
          />
        </>
      )}
      {step === 'vendor' && (
        <>
          <MessageBar intent="info">
            <MessageBarBody>Key file read. It is stored with the vendor number on Next.</MessageBarBody>
          </MessageBar>
          <TextField {...props} name="vendorNumber" label="Vendor number" hint="About eight digits" />
          <p className="text-12 leading-16 muted m-0">
            We use it to ask for the daily sales reports of this account. It is not secret.
          </p>
        </>
      )}
      {step === 'secret' && (
        <>
          <TextField
            {...props}
            name="secret"
            label="Shared Secret"
            hint={isUnusualSecret(values.secret) ? words.secretUnusual : words.secretHint}
            secret
          />
          <p className="text-12 leading-16 muted m-0">
            It verifies sale notifications in the old format. It is stored encrypted and not shown again.
          </p>
        </>
      )}
    </div>
  );
}

interface TextProps extends Props {
  name: 'issuerId' | 'keyId' | 'vendorNumber' | 'secret';
  label: string;
  hint: string;
  secret?: boolean;
}

function TextField({ name, label, hint, secret, values, faults, onChange }: TextProps) {
  return (
    <Field label={label} hint={hint} required validationMessage={faults[name]}>
      <Input
        name={name}
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={values[name]}
        onChange={(_, data) => onChange({ [name]: data.value })}
      />
    </Field>
  );
}
