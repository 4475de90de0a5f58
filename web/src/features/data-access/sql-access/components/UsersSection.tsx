import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import type { SqlUser } from '@tapwise/contract/sql';
import { useState } from 'react';
import { Message } from '../../../../shared/report/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import type { NewPassword } from '../api/sql-access-api.ts';
import { sqlAccessMessages as words } from '../messages.ts';
import { instantText } from '../model/instants.ts';
import styles from './sql-access.module.css';
import { RevokeDialog, RotateDialog } from './UserDialogs.tsx';
import { UserForm } from './UserForm.tsx';

interface Props {
  users: readonly SqlUser[];
  /** Why nothing can be changed; `null` when it can. */
  refusal: string | null;
  onPassword: (made: NewPassword) => void;
}

type Opened = { what: 'new' } | { what: 'edit' | 'rotate' | 'revoke'; user: SqlUser };

const mostUsers = 10;

/** Users of SQL, and what is done with them. */
export function UsersSection({ users, refusal, onPassword }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const full = users.length >= mostUsers ? words.most : null;
  const why = refusal ?? full;
  const close = () => setOpened(null);
  const off = why === null ? {} : { disabledFocusable: true, title: why };
  const add = (
    <Button appearance="primary" icon={<Add16Regular />} {...off} onClick={() => why ?? setOpened({ what: 'new' })}>
      {words.newUser}
    </Button>
  );
  return (
    <section aria-labelledby="users-title">
      <div className="row between">
        <h2 id="users-title">{words.users}</h2>
        {users.length > 0 && add}
      </div>
      {users.length === 0 ? (
        <Message title={words.noUsers} text={words.noUsersText} actions={add} />
      ) : (
        <UserTable users={users} refusal={refusal} onOpen={setOpened} />
      )}
      {opened?.what === 'new' && <UserForm user={null} onPassword={onPassword} onClose={close} />}
      {opened?.what === 'edit' && <UserForm user={opened.user} onPassword={onPassword} onClose={close} />}
      {opened?.what === 'rotate' && <RotateDialog user={opened.user.user} onPassword={onPassword} onClose={close} />}
      {opened?.what === 'revoke' && <RevokeDialog user={opened.user.user} onClose={close} />}
    </section>
  );
}

interface TableProps extends Pick<Props, 'users' | 'refusal'> {
  onOpen: (opened: Opened) => void;
}

function UserTable({ users, refusal, onOpen }: TableProps) {
  const { account, applications } = useAccount();
  const nameOf = (id: number) => applications.find((application) => application.id === id)?.name ?? String(id);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.scroll} aria-label={words.usersTable} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[words.name, words.applications, words.addresses, words.maker, words.lastUse].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{words.actions('')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.user}>
              <th scope="row">
                {user.user}
                <small>{user.label}</small>
                {user.former_ends_at !== null && <small>{words.formerEnds(instantText(user.former_ends_at))}</small>}
              </th>
              <td>{user.application_ids?.map(nameOf).join(', ') ?? words.all}</td>
              <td>{user.addresses.length === 0 ? words.anywhere : user.addresses.join(', ')}</td>
              <td>{user.created_by === account.user_id ? words.you : words.account(user.created_by)}</td>
              <td>
                {user.last_used_at === null ? (
                  words.never
                ) : (
                  <>
                    <time dateTime={user.last_used_at}>{instantText(user.last_used_at)}</time>
                    <small>{user.last_used_address}</small>
                  </>
                )}
              </td>
              <td>
                <UserMenu user={user} refusal={refusal} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function UserMenu({ user, refusal, onOpen }: { user: SqlUser; refusal: string | null; onOpen: TableProps['onOpen'] }) {
  const button = (
    <Button
      size="small"
      appearance="subtle"
      icon={<MoreHorizontal20Regular />}
      aria-label={words.actions(user.user)}
      disabledFocusable={refusal !== null}
      title={refusal ?? undefined}
    />
  );
  if (refusal !== null) return button;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => onOpen({ what: 'edit', user })}>{words.edit}</MenuItem>
          <MenuItem onClick={() => onOpen({ what: 'rotate', user })}>{words.rotate}</MenuItem>
          <MenuItem onClick={() => onOpen({ what: 'revoke', user })}>{words.revoke}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
