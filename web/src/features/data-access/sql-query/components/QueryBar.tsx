import { Button } from '@fluentui/react-components';
import { Play16Filled } from '@fluentui/react-icons/svg/play';
import { Stop16Filled } from '@fluentui/react-icons/svg/stop';
import type { SavedSqlQuery, SqlUser } from '@tapwise/contract/sql';
import { useState } from 'react';
import { ChoicePicker, ScopeRow } from '../../../../shared/scope/index.ts';
import { queryMessages as words } from '../messages.ts';
import { SavedDialog } from './SavedDialog.tsx';
import styles from './sql-query.module.css';

interface Props {
  users: readonly SqlUser[];
  chosen: string;
  onUser: (user: string) => void;
  /** Longest time of a statement. */
  seconds: number;
  running: boolean;
  onRun: () => void;
  onCancel: () => void;
  onOpen: (query: SavedSqlQuery) => void;
}

/** As whom statements run, saved ones, and run or cancel. */
export function QueryBar({ users, chosen, onUser, seconds, running, onRun, onCancel, onOpen }: Props) {
  const [listing, setListing] = useState(false);
  return (
    <div className={styles.bar}>
      <ScopeRow>
        <ChoicePicker
          label={words.user}
          choices={users.map(({ user }) => ({ value: user, text: user }))}
          chosen={chosen}
          onChoose={onUser}
        />
      </ScopeRow>
      <span className="text-13 muted">{words.limits(seconds)}</span>
      <span className="flex-1" />
      <Button onClick={() => setListing(true)}>{words.list}</Button>
      {running ? (
        <Button icon={<Stop16Filled />} onClick={onCancel}>
          {words.cancelRun}
        </Button>
      ) : (
        <Button appearance="primary" icon={<Play16Filled />} onClick={onRun}>
          {words.run}
          <kbd>{words.runKeys}</kbd>
        </Button>
      )}
      {listing && <SavedDialog onOpen={onOpen} onClose={() => setListing(false)} />}
    </div>
  );
}
