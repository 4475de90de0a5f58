import { Button, Field, Input } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { useRef, useState } from 'react';
import type { EnteredRecipient } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { PersonMark } from '../PersonMark.tsx';
import { useTeamNames } from '../use-team-names.ts';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import styles from './form.module.css';
import type { ReportForm } from './use-report-form.ts';

const { form: words, faults: faultWords, panel, demo } = scheduledReportMessages;

/** Who gets a report: members by their names, others by their addresses. */
export function RecipientFields({ form, isDemo }: { form: ReportForm; isDemo: boolean }) {
  const { draft, faults, set } = form;
  const { members, nameOf } = useTeamNames();
  const list = useRef<HTMLFieldSetElement>(null);
  const others = members.filter(
    ({ accountId }) => !draft.recipients.some((recipient) => isMember(recipient, accountId)),
  );
  const add = (recipient: EnteredRecipient) => set({ recipients: [...draft.recipients, recipient] });
  return (
    <fieldset ref={list} className={styles.group} data-wrong={faults.recipients !== undefined || undefined}>
      <legend>{words.recipients}</legend>
      <ul className={styles.people}>
        {draft.recipients.map((recipient) => {
          const name = 'email' in recipient ? recipient.email : (nameOf(recipient.account_id) ?? panel.left);
          return (
            <li key={keyOf(recipient)}>
              <PersonMark name={name} isMember={'account_id' in recipient} />
              <span>{name}</span>
              <Button
                size="small"
                appearance="subtle"
                icon={<Dismiss16Regular />}
                aria-label={words.remove(name)}
                title={words.remove(name)}
                onClick={() => {
                  set({ recipients: draft.recipients.filter((other) => other !== recipient) });
                  list.current?.querySelector('select')?.focus();
                }}
              />
            </li>
          );
        })}
      </ul>
      {faults.recipients !== undefined && <p className={styles.fault}>{faults.recipients}</p>}
      <ChoiceSelect
        label={words.member}
        choices={[
          { value: '', text: words.chooseMember },
          ...others.map(({ accountId, name }) => ({ value: String(accountId), text: name })),
        ]}
        chosen=""
        onChoose={(id) => id !== '' && add({ account_id: Number(id) })}
      />
      <AddressField recipients={draft.recipients} refusal={isDemo ? demo : null} onAdd={(email) => add({ email })} />
    </fieldset>
  );
}

interface AddressProps {
  recipients: readonly EnteredRecipient[];
  /** Why no address can be added; `null` when it can. */
  refusal: string | null;
  onAdd: (email: string) => void;
}

function AddressField({ recipients, refusal, onAdd }: AddressProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const email = text.trim();
  function add(): void {
    if (refusal !== null || email === '') return;
    const wrong = faultOf(email, recipients);
    setFault(wrong);
    if (wrong !== null) return;
    onAdd(email);
    setText('');
  }
  return (
    <div className={styles.adding}>
      <Field label={words.address} hint={words.addressHint} validationMessage={fault}>
        <Input
          type="email"
          autoComplete="off"
          maxLength={320}
          value={text}
          onChange={(_, { value }) => {
            setText(value);
            setFault(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter adds the address that is typed, and does not send the form.
            event.preventDefault();
            add();
          }}
        />
      </Field>
      <Button disabledFocusable={refusal !== null || email === ''} title={refusal ?? undefined} onClick={add}>
        {words.addAddress}
      </Button>
    </div>
  );
}

/** What is plainly no address, or was added before; all else is for the server to see. */
function faultOf(email: string, recipients: readonly EnteredRecipient[]): string | null {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return faultWords.email;
  const isNamed = recipients.some((other) => 'email' in other && other.email.toLowerCase() === email.toLowerCase());
  return isNamed ? faultWords.twice : null;
}

const isMember = (recipient: EnteredRecipient, accountId: number): boolean =>
  'account_id' in recipient && recipient.account_id === accountId;

const keyOf = (recipient: EnteredRecipient): string =>
  'email' in recipient ? recipient.email : String(recipient.account_id);
