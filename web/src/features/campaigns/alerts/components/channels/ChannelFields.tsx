import { Checkbox, Field, Input, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { useAccount } from '../../../../account/session/index.ts';
import { channelMessages as words } from '../../channel-messages.ts';
import type { ChannelFieldsProps } from './channel-fields-props.ts';
import { MemberChoice } from './MemberChoice.tsx';
import { QuietFields } from './QuietFields.tsx';

const kinds = ['mail', 'slack', 'webhook'] as const;
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** Fields of a channel; what kind it is stays. */
export function ChannelFields(props: ChannelFieldsProps) {
  const { form, channel, faults, onChange } = props;
  const { account } = useAccount();
  return (
    <>
      {channel === null && (
        <Field label={words.kind} {...(account.demo ? { hint: words.demo } : {})}>
          <RadioGroup
            layout="horizontal"
            value={form.kind}
            onChange={(_, { value }) => onChange({ kind: kinds.find((kind) => kind === value) ?? 'mail' })}
          >
            {kinds.map((kind) => (
              <Radio key={kind} value={kind} label={words.kinds[kind]} disabled={account.demo && kind !== 'mail'} />
            ))}
          </RadioGroup>
        </Field>
      )}
      <Field label={words.name} required validationMessage={faults.name}>
        <Input value={form.name} maxLength={100} onChange={(_, { value: name }) => onChange({ name })} />
      </Field>
      {form.kind === 'mail' ? <MemberChoice {...props} /> : <AddressField {...props} />}
      <QuietFields {...props} />
      <Field label={words.digest}>
        <Select value={form.digest} onChange={(_, { value: digest }) => onChange({ digest })}>
          <option value="">{words.atOnce}</option>
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {words.dailyAt(hour)}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={words.withoutAmounts}
        checked={form.withoutAmounts}
        onChange={(_, { checked }) => onChange({ withoutAmounts: checked === true })}
      />
    </>
  );
}

/** An address that is kept is shown masked, and another one can be entered. */
function AddressField({ form, channel, faults, onChange }: ChannelFieldsProps) {
  const stays = channel?.address == null ? {} : { hint: words.addressStays(channel.address) };
  return (
    <Field
      label={form.kind === 'slack' ? words.slackAddress : words.webhookAddress}
      required={channel === null}
      validationMessage={faults.url}
      {...stays}
    >
      <Input
        type="url"
        autoComplete="off"
        placeholder={form.kind === 'slack' ? 'https://hooks.slack.com/services/' : 'https://'}
        value={form.url}
        onChange={(_, { value: url }) => onChange({ url })}
      />
    </Field>
  );
}
