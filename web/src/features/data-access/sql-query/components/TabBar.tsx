import { Button, Tab, TabList } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { Save16Regular } from '@fluentui/react-icons/svg/save';
import { queryMessages as words } from '../messages.ts';
import type { QueryTab } from '../model/tabs.ts';
import styles from './sql-query.module.css';

interface Props {
  tabs: readonly QueryTab[];
  tab: QueryTab;
  /** Why nothing can be saved; `null` when it can. */
  refusal: string | null;
  onChoose: (id: number) => void;
  onAdd: () => void;
  onClose: (id: number) => void;
  onSave: () => void;
}

/** The statements that are being written. */
export function TabBar({ tabs, tab, refusal, onChoose, onAdd, onClose, onSave }: Props) {
  const why = refusal ?? (tab.text.trim() === '' ? words.ready : null);
  return (
    <div className={styles.tabs}>
      <TabList
        aria-label={words.tabs}
        size="small"
        selectedValue={tab.id}
        onTabSelect={(_, data) => onChoose(Number(data.value))}
      >
        {tabs.map(({ id, name }) => (
          <Tab key={id} value={id}>
            {name}
          </Tab>
        ))}
      </TabList>
      <Button size="small" appearance="subtle" icon={<Add16Regular />} aria-label={words.addTab} onClick={onAdd} />
      {tabs.length > 1 && (
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss16Regular />}
          aria-label={words.closeTab}
          onClick={() => onClose(tab.id)}
        />
      )}
      <span className="flex-1" />
      <Button
        size="small"
        appearance="subtle"
        icon={<Save16Regular />}
        disabledFocusable={why !== null}
        title={why ?? undefined}
        onClick={() => why === null && onSave()}
      >
        {words.save}
      </Button>
    </div>
  );
}
