import { Button, Field, Input, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { Bookmark20Regular } from '@fluentui/react-icons/svg/bookmark';
import { Delete16Regular } from '@fluentui/react-icons/svg/delete';
import { Star16Filled, Star16Regular } from '@fluentui/react-icons/svg/star';
import { useState } from 'react';
import { reportMessages as words } from '../messages.ts';
import { type SavedView, withDefault, withoutView, withView } from '../model/saved-views.ts';
import styles from './table-tools.module.css';

interface Props {
  views: readonly SavedView[];
  /** What is looked at now, as a saved view would keep it. */
  current: string;
  onKeep: (views: SavedView[]) => void;
  onOpen: (search: string) => void;
}

/** Views a person keeps: opened, made the one to begin with, or thrown away. */
export function ViewsMenu({ views, current, onKeep, onOpen }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<Bookmark20Regular />}
          aria-label={words.savedViews}
          title={words.savedViews}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.views} aria-label={words.savedViews}>
        <h2>{words.savedViews}</h2>
        {views.length === 0 && <p>{words.noViews}</p>}
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <button
                type="button"
                className={styles.viewName}
                aria-pressed={view.search === current}
                onClick={() => {
                  onOpen(view.search);
                  setOpen(false);
                }}
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
      </PopoverSurface>
    </Popover>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
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
        <Input size="small" value={name} maxLength={80} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Button size="small" type="submit" disabledFocusable={empty} title={empty ? words.nameFirst : undefined}>
        Save view
      </Button>
    </form>
  );
}
