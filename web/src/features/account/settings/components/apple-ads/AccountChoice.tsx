import { Button, Field, MessageBar, MessageBarBody, Radio, RadioGroup } from '@fluentui/react-components';
import type { AppleAdsConnection } from '@tapwise/contract/apple-ads';
import { type FormEvent, useState } from 'react';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { type ConnectionScope, useConnectionCommand } from '../../api/apple-ads-api.ts';
import { appleAdsMessages as words } from '../../apple-ads-messages.ts';
import { connectionFault } from '../../model/connection-state.ts';
import styles from './apple-ads.module.css';

interface Props {
  scope: ConnectionScope;
  candidates: AppleAdsConnection['candidates'];
  /** Why nothing can be chosen; `null` when it can. */
  refusal: string | null;
}

/** Which of several accounts the organization is. */
export function AccountChoice({ scope, candidates, refusal }: Props) {
  const send = useConnectionCommand();
  const [chosen, setChosen] = useState('');
  const [checked, setChecked] = useState(false);
  const fault = connectionFault(send.error);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (refusal !== null || send.isPending) return;
    setChecked(true);
    if (chosen === '') {
      event.currentTarget.querySelector<HTMLInputElement>('input[type="radio"]')?.focus();
      return;
    }
    const body = { ...scope, ad_account_id: Number(chosen) };
    // The choice is gone once it is made, and a callback of its mutation with it.
    send.mutateAsync({ path: '/api/application/apple_ads/account', body }).then(
      () => showToast({ intent: 'success', text: words.chosen }),
      () => undefined,
    );
  }

  return (
    <form className={styles.choice} aria-label={words.choice} onSubmit={submit} noValidate>
      {fault !== null && (
        <MessageBar intent="error" role="alert" layout="multiline">
          <MessageBarBody>{fault}</MessageBarBody>
        </MessageBar>
      )}
      <Field label={words.choice} validationMessage={checked && chosen === '' ? words.candidateMissing : undefined}>
        <RadioGroup value={chosen} disabled={refusal !== null} onChange={(_, data) => setChosen(data.value)}>
          {candidates.map(({ ad_account_id, name }) => (
            <Radio key={ad_account_id} value={String(ad_account_id)} label={words.unique(name, ad_account_id)} />
          ))}
        </RadioGroup>
      </Field>
      <Button
        type="submit"
        appearance="primary"
        disabledFocusable={refusal !== null || send.isPending}
        title={refusal ?? undefined}
      >
        {words.use}
      </Button>
    </form>
  );
}
