import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import type { Application } from '@tapwise/contract';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { useApplicationCommand } from '../api/application-api.ts';
import { settingsMessages as words } from '../messages.ts';
import { maskKey } from '../model/integration-state.ts';
import styles from './settings.module.css';

interface Props {
  application: Application;
  /** Why keys cannot be changed; `null` when they can. */
  refusal: string | null;
}

/** Keys that the SDK sends. Shipped apps keep theirs, so older ones stay good until they are deleted here. */
export function ApiKeys({ application, refusal }: Props) {
  const send = useApplicationCommand();
  const { id: application_id, name, api_key: newest, api_keys: all } = application;
  if (newest === null) return null;
  const older = (all ?? []).filter((key) => key !== newest);
  const refused = refusal === null ? {} : { disabledFocusable: true, title: refusal };
  return (
    <>
      <ApiKey value={newest} label={words.apiKey} application={name}>
        <Button
          size="small"
          {...refused}
          disabledFocusable={refusal !== null || send.isPending}
          aria-label={`${words.newKey}, ${name}`}
          onClick={() =>
            refusal === null && send.mutate({ path: '/api/application/api_key', body: { application_id } })
          }
        >
          {words.newKey}
        </Button>
      </ApiKey>
      {older.map((api_key) => (
        <ApiKey key={api_key} value={api_key} label={words.olderKey} application={name}>
          <Button
            size="small"
            appearance="subtle"
            icon={<Delete20Regular />}
            {...refused}
            aria-label={`${words.deleteKey} ${maskKey(api_key)}`}
            title={words.deleteKeyHint}
            onClick={() => {
              if (refusal !== null || send.isPending) return;
              send.mutate({ method: 'DELETE', path: '/api/application/api_key', body: { application_id, api_key } });
            }}
          />
        </ApiKey>
      ))}
      {send.isError && (
        <MessageBar intent="error" role="alert">
          <MessageBarBody>{messageOf(send.error)}</MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}

interface KeyProps {
  value: string;
  label: string;
  application: string;
  children: ReactNode;
}

function ApiKey({ value, label, application, children }: KeyProps) {
  const [visible, setVisible] = useState(false);
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  const named = `${label} of ${application}`;
  return (
    <div className={styles.key}>
      <span>{label}</span>
      <code>{visible ? value : maskKey(value)}</code>
      <Button
        size="small"
        appearance="subtle"
        icon={visible ? <EyeOff20Regular /> : <Eye20Regular />}
        aria-label={visible ? `Hide ${label}` : `Show ${label}`}
        onClick={() => setVisible(!visible)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<Copy20Regular />}
        aria-label={copied ? `Copied ${named}` : `Copy ${named}`}
        onClick={() => void copy().catch(() => setVisible(true))}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      {children}
    </div>
  );
}
