import {
  Button,
  DrawerBody,
  DrawerFooter,
  DrawerHeader,
  DrawerHeaderTitle,
  OverlayDrawer,
} from '@fluentui/react-components';
import { ArrowDown16Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp16Regular } from '@fluentui/react-icons/svg/arrow-up';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { useRef, useState } from 'react';
import { SearchField } from '../../../ui/SearchField.tsx';
import { reportMessages as words } from '../../messages.ts';
import type { ColumnChoice } from '../../model/columns/column-choice.ts';
import { moveColumn, toggleColumn } from '../../model/columns/column-order.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import { groupLabel } from '../table/grid-groups.tsx';
import styles from './table-tools.module.css';

interface Props {
  level: ReportLevel;
  /** Everything that can be shown. */
  available: readonly ColumnChoice[];
  /** What is shown now, in order. */
  displayed: readonly string[];
  /** The person's own choice; `null` while the tab decides. */
  chosen: readonly string[] | null;
  onChange: (columns: string[] | null) => void;
  onClose: () => void;
}

/** Which columns are in the table, and in which order. Every change is seen at once. */
export function ColumnPicker(props: Props) {
  const { available, displayed, chosen, onChange } = props;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const groups = groupChoices(props.level, available, wanted);
  const columns = chosen ?? displayed;
  return (
    <OverlayDrawer
      open
      position="end"
      aria-label={words.columns}
      className={styles.picker}
      onOpenChange={(_, data) => !data.open && props.onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              icon={<Dismiss20Regular />}
              aria-label="Close"
              onClick={() => props.onClose()}
            />
          }
        >
          {words.columns}
        </DrawerHeaderTitle>
        <SearchField label={words.searchColumns} value={search} onChange={setSearch} />
      </DrawerHeader>
      <DrawerBody>
        {wanted === '' && <DisplayedColumns {...props} columns={columns} />}
        {groups.length === 0 && <p role="status">{words.noColumn}</p>}
        {groups.map(({ key, label, choices }) => (
          <fieldset key={key} className={styles.group}>
            <legend>{label}</legend>
            {choices.map((choice) => (
              <label key={choice.key}>
                <input
                  type="checkbox"
                  checked={columns.includes(choice.key)}
                  onChange={(event) => onChange(toggleColumn(columns, choice.key, event.target.checked))}
                />
                {choice.label}
              </label>
            ))}
          </fieldset>
        ))}
      </DrawerBody>
      <DrawerFooter>
        <Button disabledFocusable={chosen === null} onClick={() => chosen !== null && onChange(null)}>
          Reset
        </Button>
      </DrawerFooter>
    </OverlayDrawer>
  );
}

function DisplayedColumns({ level, available, displayed, columns, onChange }: Props & { columns: readonly string[] }) {
  const list = useRef<HTMLOListElement>(null);
  const byKey = new Map(available.map((choice) => [choice.key, choice]));
  function move(key: string, step: -1 | 1): void {
    onChange(moveColumn(columns, displayed, key, step));
    // A node that is moved loses the focus; the button that moved it takes it back.
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(`${key} ${step}`)}"]`)?.focus();
    });
  }
  return (
    <fieldset className={styles.group}>
      <legend>{words.shownColumns(displayed.length)}</legend>
      <ol ref={list} className={styles.order}>
        {displayed.map((key, index) => {
          const choice = byKey.get(key);
          if (choice === undefined) return null;
          const name = `${choice.label}, ${groupLabel(choice.group, level)}`.replace(/, $/, '');
          return (
            <li key={key}>
              <span>
                {choice.label} <small>{groupLabel(choice.group, level)}</small>
              </span>
              <Button
                size="small"
                appearance="subtle"
                icon={<ArrowUp16Regular />}
                data-move={`${key} -1`}
                aria-label={`Move up ${name}`}
                title="Move up"
                disabledFocusable={index === 0}
                onClick={() => move(key, -1)}
              />
              <Button
                size="small"
                appearance="subtle"
                icon={<ArrowDown16Regular />}
                data-move={`${key} 1`}
                aria-label={`Move down ${name}`}
                title="Move down"
                disabledFocusable={index === displayed.length - 1}
                onClick={() => move(key, 1)}
              />
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}

/** The choices by group, in the catalogue's order; only those whose name or group contains what is sought. */
function groupChoices(level: ReportLevel, available: readonly ColumnChoice[], wanted: string) {
  const groups: { key: string; label: string; choices: ColumnChoice[] }[] = [];
  for (const choice of available) {
    const label = groupLabel(choice.group, level) || words.objectGroup;
    if (!`${choice.label} ${label}`.toLowerCase().includes(wanted)) continue;
    const group = groups.find(({ key }) => key === choice.group);
    if (group === undefined) groups.push({ key: choice.group, label, choices: [choice] });
    else group.choices.push(choice);
  }
  return groups;
}
