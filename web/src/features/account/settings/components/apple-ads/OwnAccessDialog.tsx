import { Button, Field, Input, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { CopyButton } from '../../../../../shared/ui/CopyButton.tsx';
import { FormDialog } from '../../../../../shared/ui/dialogs/FormDialog.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import {
  type ConnectionScope,
  type CredentialNames,
  useConnectionCommand,
  usePublicKey,
} from '../../api/apple-ads-api.ts';
import { appleAdsMessages as words } from '../../apple-ads-messages.ts';
import { settingsMessages } from '../../messages.ts';
import { connectionFault, credentialFault } from '../../model/connection-state.ts';
import styles from './apple-ads.module.css';

interface Props {
  scope: ConnectionScope;
  name: string;
  onClose: () => void;
}

const fields = ['client_id', 'team_id', 'key_id'] as const;

/** Gives the public key to upload, takes the names that Apple gives it, and has them tried. */
export function OwnAccessDialog({ scope, name, onClose }: Props) {
  const key = usePublicKey(scope);
  const send = useConnectionCommand();
  const [values, setValues] = useState<CredentialNames>({ client_id: '', team_id: '', key_id: '' });
  const [checked, setChecked] = useState(false);
  const { mutate: makeKey } = key;
  // The same key until another one is asked for, so that it may be asked for at any opening.
  useEffect(() => makeKey({}), [makeKey]);
  const faultOf = (field: keyof CredentialNames) => credentialFault(words.fields[field], values[field]);

  function submit(): string | undefined {
    setChecked(true);
    const wrong = fields.find((field) => faultOf(field) !== null);
    if (wrong !== undefined) return wrong;
    const { client_id, team_id, key_id } = values;
    const names = { client_id: client_id.trim(), team_id: team_id.trim(), key_id: key_id.trim() };
    send.mutate(
      { path: '/api/application/apple_ads/credentials', body: { ...scope, ...names } },
      {
        onSuccess: () => {
          showToast({ intent: 'success', text: words.accepted });
          onClose();
        },
      },
    );
    return undefined;
  }

  const fault = connectionFault(send.error);
  return (
    <FormDialog
      title={words.title(name)}
      submit={send.isPending ? words.checking : words.submit}
      busy={send.isPending || key.data === undefined}
      error={fault === null ? null : new Error(fault)}
      onClose={onClose}
      onSubmit={submit}
    >
      <h3 className={styles.step}>{words.keyStep}</h3>
      <p className="m-0">{words.keyText}</p>
      {key.isError && (
        <MessageBar intent="error" role="alert" layout="multiline">
          <MessageBarBody>
            {words.keyFailed}. {messageOf(key.error)}
          </MessageBarBody>
          <MessageBarActions>
            <Button onClick={() => makeKey({})}>{words.retry}</Button>
          </MessageBarActions>
        </MessageBar>
      )}
      <section
        className={styles.key}
        aria-label={words.publicKey}
        aria-busy={key.data === undefined && !key.isError}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
      >
        <pre>{key.data ?? (key.isError ? '' : 'Loading...')}</pre>
      </section>
      <div className="row wrap gap-8">
        <CopyButton text={key.data ?? ''} label={words.publicKey} words={settingsMessages} appearance="secondary" />
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={key.isPending}
          title={words.newKeyText}
          onClick={() => key.isPending || makeKey({ replace: true })}
        >
          {words.newKey}
        </Button>
      </div>
      <h3 className={styles.step}>{words.uploadStep}</h3>
      <p className="m-0">{words.uploadText}</p>
      <h3 className={styles.step}>{words.idsStep}</h3>
      {fields.map((field) => (
        <Field
          key={field}
          label={words.fields[field]}
          hint={words.hints[field]}
          validationMessage={(checked && faultOf(field)) || undefined}
        >
          <Input
            name={field}
            autoComplete="off"
            spellCheck={false}
            value={values[field]}
            onChange={(_, data) => setValues({ ...values, [field]: data.value })}
          />
        </Field>
      ))}
    </FormDialog>
  );
}
