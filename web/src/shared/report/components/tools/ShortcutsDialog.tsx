import { ReadingDialog } from '../../../ui/ReadingDialog.tsx';
import { reportMessages as words } from '../../messages.ts';
import styles from './table-tools.module.css';

const shortcuts: [string, string][] = [
  ['Arrows, Home, End, Page Up, Page Down', 'Move between cells'],
  ['Ctrl + Home, Ctrl + End', 'First and last cell'],
  ['Shift + arrows', 'Select cells'],
  ['Ctrl + C', 'Copy the selected cells with all digits'],
  ['Enter on a header', 'Sort; with Shift as a second key'],
  ['Ctrl + I on a header', 'What the column means, and how wide it is'],
  ['Enter on a name', 'Open the row; Backspace leads back up'],
  ['Enter on a figure, Ctrl + I on it', 'How the number is calculated'],
  ['Enter or F2 on a setting, or typing', 'Edit it; Enter and Tab keep what is typed, Esc does not'],
  ['Alt + Arrow down in the bid of a keyword', 'Put in the bid that Apple suggests'],
  ['Ctrl + I on a setting', 'Its last changes'],
  ['Space, Shift + Space, Ctrl + A', 'Select a row, the rows up to it, all rows shown'],
  ['1, 2, 3 on a search term', 'None, plus, minus; with Alt for all shown'],
  ['J, K, H on a search term', 'Next, previous, hide'],
  ['/', 'Filter rows'],
  ['Ctrl + Enter', 'Update'],
  ['Ctrl + K', 'Search or jump to'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
];

/** What the keys do while the table has the focus. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <ReadingDialog title={words.shortcuts} onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(([keys, what]) => (
          <div key={keys}>
            <dt className="semibold">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </ReadingDialog>
  );
}
