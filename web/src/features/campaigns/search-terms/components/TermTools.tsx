import { Button } from '@fluentui/react-components';
import { type Ref, useState } from 'react';
import { SearchField } from '../../../../shared/ui/SearchField.tsx';
import { termMessages as words } from '../messages.ts';
import type { Choice } from '../model/decisions.ts';
import { leastImpressions } from '../model/term-order.ts';
import type { TermStore } from '../model/term-store.ts';
import styles from './terms.module.css';

interface Props {
  text: string;
  onText: (text: string) => void;
  least: number;
  onLeast: (least: number) => void;
  store: TermStore | null;
  /** Whether terms have ever been read from the ad service. */
  read: boolean;
  displayedCount: number;
  onAll: (choice: Choice) => void;
  search: Ref<HTMLInputElement>;
}

const choices = [1, 2, 3] as const;

/** Over the table: what narrows it, how much that leaves, and one choice for all of it. */
export function TermTools({ text, onText, least, onLeast, store, read, displayedCount, onAll, search }: Props) {
  const existingCount = store?.terms.filter((term) => term.known).length ?? 0;
  return (
    <div className={styles.tools}>
      <SearchField className={styles.search} label={words.filter} value={text} onChange={onText} inputRef={search} />
      <LeastField value={least} onChange={onLeast} />
      <span role="status" className="muted" title={words.keys}>
        {store !== null &&
          (read || store.terms.length > 0) &&
          words.counted(displayedCount, store.terms.length, existingCount)}
      </span>
      <fieldset className={styles.all}>
        <legend>{words.allShown}</legend>
        {choices.map((choice) => (
          <Button
            key={choice}
            size="small"
            aria-label={words.choose(words.choices[choice])}
            disabledFocusable={displayedCount === 0}
            onClick={() => displayedCount > 0 && onAll(choice)}
          >
            {words.choices[choice]}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

/** Takes effect when it is left or Enter is pressed. */
function LeastField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState(String(value));
  const [valueBefore, setValueBefore] = useState(value);
  if (valueBefore !== value) {
    setValueBefore(value);
    setTyped(String(value));
  }
  const applyTyped = () => {
    const next = /^\d{1,9}$/.test(typed) ? Math.max(leastImpressions, Number(typed)) : value;
    setTyped(String(next));
    if (next !== value) onChange(next);
  };
  return (
    <label className={styles.least}>
      {words.least}
      <input
        type="text"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={applyTyped}
        onKeyDown={(event) => event.key === 'Enter' && applyTyped()}
      />
    </label>
  );
}
