import { Add12Regular } from '@fluentui/react-icons/svg/add';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { EyeOff16Regular } from '@fluentui/react-icons/svg/eye-off';
import { Subtract12Regular } from '@fluentui/react-icons/svg/subtract';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { CellView } from '../../../../shared/tables/grid/index.ts';
import { termMessages as words } from '../messages.ts';
import styles from './terms.module.css';

const signs = { 1: null, 2: <Add12Regular aria-hidden />, 3: <Subtract12Regular aria-hidden /> } as const;
const choices = [1, 2, 3] as const;

/** Three ways to decide a term. The cell holds the tab stop; its keys 1, 2 and 3 do the same. */
export function ChoiceCell({ view: { text, state = '1' } }: { view: CellView }) {
  const chosen = Number(state.charAt(0));
  const existing = state.endsWith('known');
  return (
    <span role="radiogroup" aria-label={words.choiceOf(text)} className={styles.choice}>
      {choices.map((choice) => {
        const off = existing && choice === 2;
        return (
          // biome-ignore lint/a11y/useSemanticElements: an input would take the keys of the grid.
          <button
            key={choice}
            type="button"
            role="radio"
            tabIndex={-1}
            aria-checked={chosen === choice}
            aria-disabled={off || undefined}
            title={off ? words.known : undefined}
            data-choice={choice}
          >
            {choice} {signs[choice]}
            <b className="regular">{words.choices[choice]}</b>
          </button>
        );
      })}
    </span>
  );
}

const marks = { error: ErrorCircle16Filled, warning: Warning16Filled } as const;

/** What there is to say about a term, with a sign where it matters. */
export function NoteCell({ view: { text, state } }: { view: CellView }) {
  const Mark = state === 'error' || state === 'warning' ? marks[state] : null;
  return (
    <span className={styles.note} data-tone={state} title={text}>
      {Mark !== null && <Mark aria-hidden />}
      <span>{text}</span>
    </span>
  );
}

/** Leaves a term out of the list for a time. */
export function HideCell({ view: { text } }: { view: CellView }) {
  return (
    <button type="button" tabIndex={-1} data-hide className={styles.hide} aria-label={text} title={text}>
      <EyeOff16Regular />
    </button>
  );
}
