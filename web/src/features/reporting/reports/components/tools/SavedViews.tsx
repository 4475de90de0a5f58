import { Button, Field, Input } from '@fluentui/react-components';
import { CalendarLtr16Regular } from '@fluentui/react-icons/svg/calendar-ltr';
import { Delete16Regular } from '@fluentui/react-icons/svg/delete';
import { Star16Filled, Star16Regular } from '@fluentui/react-icons/svg/star';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from '../../../../../shared/report/components/tools/table-tools.module.css';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import type { ReportsUrl } from '../../../../../shared/report/model/scope/url-state.ts';
import {
  type SavedView,
  searchOf,
  withDefault,
  withoutView,
  withView,
} from '../../../../../shared/report/model/views/saved-views.ts';
import { scheduleAddress } from '../../../../../shared/report/model/views/schedule-address.ts';

interface Props {
  views: readonly SavedView[];
  /** What is looked at. */
  url: ReportsUrl;
  /** Whether this person may have reports sent. */
  schedules: boolean;
  onKeep: (views: SavedView[]) => void;
  onOpen: (search: string) => void;
  onClose: () => void;
}

/** Views a person keeps: opened, sent by a calendar, made the one to begin with, or thrown away. */
export function SavedViews({ views, url, schedules, onKeep, onOpen, onClose }: Props) {
  const navigate = useNavigate();
  const current = searchOf(url);
  // Closed first: while it is open it keeps the focus, also from what comes next.
  const schedule = (view?: SavedView) => {
    onClose();
    void navigate(scheduleAddress(url, view));
  };
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
            {schedules && (
              <Button
                size="small"
                appearance="subtle"
                icon={<CalendarLtr16Regular />}
                aria-label={words.scheduleView(view.name)}
                title={words.scheduleView(view.name)}
                onClick={() => schedule(view)}
              />
            )}
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
      {schedules && (
        <Button
          size="small"
          appearance="subtle"
          className={styles.schedule}
          icon={<CalendarLtr16Regular />}
          onClick={() => schedule()}
        >
          {words.schedule}
        </Button>
      )}
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
