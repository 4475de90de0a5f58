import { Checkbox } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { membersOptions } from '../../api/channels-api.ts';
import { channelMessages as words } from '../../channel-messages.ts';
import type { ChannelFieldsProps } from './channel-fields-props.ts';
import styles from './channels.module.css';

/** Who of the team is mailed. Restricted members never are. */
export function MemberChoice({ form, faults, onChange }: ChannelFieldsProps) {
  const members = useQuery(membersOptions());
  const choose = (id: number, chosen: boolean) =>
    onChange({ members: chosen ? [...form.members, id] : form.members.filter((member) => member !== id) });
  return (
    <fieldset className={styles.fields}>
      <legend>{words.members}</legend>
      {members.isError && <p role="alert">{messageOf(members.error)}</p>}
      {members.isPending && <p role="status">Loading...</p>}
      {members.data?.map(({ accountId, name, email, access }) =>
        accountId === null || access === 'restricted' ? null : (
          <Checkbox
            key={accountId}
            label={name ?? email}
            checked={form.members.includes(accountId)}
            onChange={(_, { checked }) => choose(accountId, checked === true)}
          />
        ),
      )}
      {faults.members !== undefined && (
        <p role="alert" className={styles.fault}>
          {faults.members}
        </p>
      )}
    </fieldset>
  );
}
