import { Button, Field, Input } from '@fluentui/react-components';
import { Delete16Regular } from '@fluentui/react-icons/svg/delete';
import { Star16Filled, Star16Regular } from '@fluentui/react-icons/svg/star';
import { useEffect, useRef, useState } from 'react';
import styles from '../../../../../shared/report/components/tools/table-tools.module.css';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import {
  type SavedView,
  withDefault,
  withoutView,
  withView,
} from '../../../../../shared/report/model/views/saved-views.ts';

interface Props {
  views: readonly SavedView[];
  /** What is looked at now, as a saved view would keep it. */
  current: string;
  onKeep: (views: SavedView[]) => void;
  onOpen: (search: string) => void;
}

/** Views a person keeps: opened, made the one to begin with, or thrown away. */
export function SavedViews({ views, current, onKeep, onOpen }: Props) {
  return (
    <div className={styles.views}>
      <h2>{words.savedViews}</h2>
      {views.length === 0 && <p>{words.noViews}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <button
              type="button"
              className={styles.viewName}
              aria-pressed={view.search === current}
              onClick={() => onOpen(view.search)}
            >
              {view.name}
            </button>
            <Button
              size="small"
              appearance="subtle"
              icon={view.isDefault ? <Star16Filled /> : <Star16Regular />}
              aria-label={words.beginWith(view.name)}
              aria-pressed={view.isDefault}
              title={words.beginWith(view.name)}
              onClick={() => onKeep(withDefault(views, view.name))}
            />
            <Button
              size="small"
              appearance="subtle"
              icon={<Delete16Regular />}
              aria-label={words.deleteView(view.name)}
              title={words.deleteView(view.name)}
              onClick={() => onKeep(withoutView(views, view.name))}
            />
          </li>
        ))}
      </ul>
      <SaveView onSave={(name) => onKeep(withView(views, name, current))} />
    </div>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const empty = name.trim() === '';
  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty) onSave(name);
        setName('');
      }}
    >
      <Field label={words.viewName} className={styles.viewField}>
        <Input ref={input} size="small" value={name} maxLength={80} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Button size="small" type="submit" disabledFocusable={empty} title={empty ? words.nameFirst : undefined}>
        Save view
      </Button>
    </form>
  );
}
