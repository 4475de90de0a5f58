import type { SqlUsersResponse } from '@tapwise/contract/sql';
import { useState } from 'react';
import { ChoicePicker } from '../../../../shared/scope/index.ts';
import { sqlAccessMessages as words } from '../messages.ts';
import { passwordPlaceholder, toolConnections } from '../model/connection.ts';
import { Value } from './PasswordNotice.tsx';
import styles from './sql-access.module.css';

/** What to enter in each tool. */
export function ConnectionSection({ address }: { address: SqlUsersResponse }) {
  const [tool, setTool] = useState('curl');
  const [requested, setRequested] = useState<string | null>(null);
  const user = address.users.find((candidate) => candidate.user === requested) ?? address.users[0] ?? null;
  // Passwords are shown once; the demo's, which is no secret, always.
  const password = user?.password ?? passwordPlaceholder;
  const name = user?.user ?? 'USER';
  const tools = toolConnections({ address, protocol: window.location.protocol, user: name, password });
  const chosen = tools.find((candidate) => candidate.tool === tool);
  return (
    <section aria-labelledby="connection-title">
      <h2 id="connection-title">{words.connection}</h2>
      <p className={styles.note}>{words.connectionText(address.seconds)}</p>
      <div className={styles.pickers}>
        <ChoicePicker
          label={words.tool}
          choices={tools.map((entry) => ({ value: entry.tool, text: entry.tool }))}
          chosen={tool}
          onChoose={setTool}
        />
        {address.users.length > 1 && (
          <ChoicePicker
            label={words.asUser}
            choices={address.users.map((entry) => ({ value: entry.user, text: entry.user }))}
            chosen={user?.user ?? null}
            onChoose={setRequested}
          />
        )}
      </div>
      <div className="grid gap-8">
        {chosen?.missing === true && <p className={styles.note}>{words.noPort}</p>}
        {chosen?.fields.map(({ label, value }) => (
          <Value key={label} label={label} value={value} />
        ))}
      </div>
      {password === passwordPlaceholder && <p className={styles.note}>{words.passwordNote}</p>}
    </section>
  );
}
