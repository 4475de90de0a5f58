import { Checkbox, Field, Input, Select } from '@fluentui/react-components';
import type { AlertChannel } from '@tapwise/contract/alerts';
import { alertMessages } from '../../messages.ts';
import type { AlertForm } from '../../model/alert-form.ts';
import { settingsMessages as words } from '../../settings-messages.ts';
import styles from './settings.module.css';

interface Props {
  form: AlertForm;
  faults: ReadonlyMap<string, string>;
  channels: readonly AlertChannel[];
  onChange: (part: Partial<AlertForm>) => void;
}

const severities = ['high', 'normal', 'low'] as const;

/** Fields of an alert; a built-in one has numbers of its own. */
export function AlertFields({ form, faults, channels, onChange }: Props) {
  const toggle = (id: string, chosen: boolean) =>
    onChange({ channels: chosen ? [...form.channels, id] : form.channels.filter((other) => other !== id) });
  return (
    <>
      <Field label={words.severity}>
        <Select
          value={form.severity}
          onChange={(_, { value }) =>
            onChange({ severity: severities.find((severity) => severity === value) ?? 'normal' })
          }
        >
          {severities.map((severity) => (
            <option key={severity} value={severity}>
              {alertMessages.severities[severity]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={words.for} validationMessage={faults.get('for')}>
        <Input value={form.for} inputMode="numeric" onChange={(_, data) => onChange({ for: data.value })} />
      </Field>
      <Field label={words.clear} validationMessage={faults.get('clear')}>
        <Input value={form.clear} inputMode="numeric" onChange={(_, data) => onChange({ clear: data.value })} />
      </Field>
      {Object.entries(form.numbers).map(([name, text]) => (
        <Field key={name} label={words.fields[name] ?? name} validationMessage={faults.get(name)}>
          <Input
            value={text}
            inputMode="decimal"
            onChange={(_, { value }) => onChange({ numbers: { ...form.numbers, [name]: value } })}
          />
        </Field>
      ))}
      <fieldset className={styles.choices}>
        <legend>{words.channels}</legend>
        {channels.length === 0 && <p>{words.noChannels}</p>}
        {channels.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={form.channels.includes(id)}
            onChange={(_, { checked }) => toggle(id, checked === true)}
          />
        ))}
        <Checkbox
          label={words.mail}
          checked={form.mail}
          onChange={(_, { checked }) => onChange({ mail: checked === true })}
        />
      </fieldset>
    </>
  );
}
