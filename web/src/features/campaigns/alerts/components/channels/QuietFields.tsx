import { Checkbox, Field, Input, Switch } from '@fluentui/react-components';
import { channelMessages as words } from '../../channel-messages.ts';
import type { ChannelFieldsProps } from './channel-fields-props.ts';
import styles from './channels.module.css';

/** When a channel is left in peace: hours, zone and the weekdays they begin on. */
export function QuietFields({ form, faults, onChange }: ChannelFieldsProps) {
  const toggle = (day: number, chosen: boolean) =>
    onChange({ weekdays: chosen ? [...form.weekdays, day] : form.weekdays.filter((other) => other !== day) });
  return (
    <fieldset className={styles.fields}>
      <legend>{words.quiet}</legend>
      <Switch
        aria-label={words.quiet}
        checked={form.quiet}
        onChange={(_, { checked }) => onChange({ quiet: checked })}
      />
      {form.quiet && (
        <>
          <div className={styles.row}>
            <Field label={words.from} validationMessage={faults.from}>
              <Input value={form.from} placeholder="20:00" onChange={(_, { value: from }) => onChange({ from })} />
            </Field>
            <Field label={words.to} validationMessage={faults.to}>
              <Input value={form.to} placeholder="08:00" onChange={(_, { value: to }) => onChange({ to })} />
            </Field>
            <Field label={words.zone}>
              <Input value={form.zone} maxLength={60} onChange={(_, { value: zone }) => onChange({ zone })} />
            </Field>
          </div>
          <fieldset className={styles.fields}>
            <legend>{words.weekdays}</legend>
            <div className={styles.choices}>
              {words.weekday.map((name, index) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={form.weekdays.includes(index + 1)}
                  onChange={(_, { checked }) => toggle(index + 1, checked === true)}
                />
              ))}
            </div>
            {faults.weekdays !== undefined && (
              <p role="alert" className={styles.fault}>
                {faults.weekdays}
              </p>
            )}
          </fieldset>
          <Checkbox
            label={words.high}
            checked={form.high}
            onChange={(_, { checked }) => onChange({ high: checked === true })}
          />
        </>
      )}
    </fieldset>
  );
}
