import { Calculator20Regular } from '@fluentui/react-icons/svg/calculator';
import { Code20Regular } from '@fluentui/react-icons/svg/code';
import { Keyboard20Regular } from '@fluentui/react-icons/svg/keyboard';
import { Open16Regular } from '@fluentui/react-icons/svg/open';
import { apiReferencePath, shellMessages as words } from '../../messages.ts';
import type { ShellDialog } from '../shell-context.ts';
import styles from './help.module.css';

/** What there is to read. */
export function HelpMenu({ onDialog }: { onDialog: (dialog: ShellDialog) => void }) {
  return (
    <ul className={styles.items}>
      <li>
        <button type="button" aria-haspopup="dialog" onClick={() => onDialog('shortcuts')}>
          <Keyboard20Regular />
          {words.shortcuts}
        </button>
      </li>
      <li>
        <button type="button" aria-haspopup="dialog" onClick={() => onDialog('figures')}>
          <Calculator20Regular />
          {words.figures}
        </button>
      </li>
      <li>
        <a href={apiReferencePath} target="_blank" rel="noopener noreferrer">
          <Code20Regular />
          {words.apiReference}
          <Open16Regular className={styles.away} />
          <span className="visually-hidden">({words.newTab})</span>
        </a>
      </li>
    </ul>
  );
}
