import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { Table16Regular } from '@fluentui/react-icons/svg/table';
import type { SqlExample, SqlView } from '@tapwise/contract/sql';
import { useState } from 'react';
import { SearchField } from '../../../../shared/ui/SearchField.tsx';
import { queryMessages as words } from '../messages.ts';
import styles from './view-tree.module.css';

interface Props {
  database: string;
  views: readonly SqlView[];
  examples: readonly SqlExample[];
  onExample: (example: SqlExample) => void;
}

/** Every view with its columns; what they mean is said by title and in the docs. */
export function ViewTree({ database, views, examples, onExample }: Props) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const searched = text.trim().toLowerCase();
  const matchingViews = views.filter(
    ({ name, columns }) => name.includes(searched) || columns.some((column) => column.name.includes(searched)),
  );
  const toggle = (name: string) =>
    setOpened(
      (before) => new Set(before.has(name) ? [...before].filter((entry) => entry !== name) : [...before, name]),
    );
  return (
    <aside className={styles.tree} aria-label={words.views(database)}>
      <SearchField label={words.find} value={text} onChange={setText} />
      <h2>{words.views(database)}</h2>
      <ul>
        {matchingViews.map((view) => {
          const inColumns = searched !== '' && !view.name.includes(searched);
          const open = opened.has(view.name) || inColumns;
          return (
            <li key={view.name}>
              <button type="button" aria-expanded={open} title={view.comment} onClick={() => toggle(view.name)}>
                {open ? <ChevronDown12Regular aria-hidden /> : <ChevronRight12Regular aria-hidden />}
                <Table16Regular aria-hidden />
                {view.name}
              </button>
              {open && <Columns view={view} searched={inColumns ? searched : ''} />}
            </li>
          );
        })}
      </ul>
      {matchingViews.length === 0 && <p>{words.noView}</p>}
      <h2>{words.examples}</h2>
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={example.title}>
            <button type="button" title={example.about} onClick={() => onExample(example)}>
              {example.title}
            </button>
          </li>
        ))}
      </ul>
      <a href="/docs/sql">{words.docs}</a>
    </aside>
  );
}

/** `Nullable(Float64)` is short for people: `Float64?`. */
const shortType = (type: string): string => type.replace(/^Nullable\((.*)\)$/, '$1?').replace(/\(3, 'UTC'\)/, '');

function Columns({ view, searched }: { view: SqlView; searched: string }) {
  return (
    <ul>
      {view.columns
        .filter(({ name }) => name.includes(searched))
        .map(({ name, type, comment }) => (
          <li key={name} title={comment}>
            {name} <span>{shortType(type)}</span>
          </li>
        ))}
    </ul>
  );
}
