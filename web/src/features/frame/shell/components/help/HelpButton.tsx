import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle';
import { useContext } from 'react';
import { usePopoverPart } from '../../../../../shared/page/lazy-part.tsx';
import { shellMessages as words } from '../../messages.ts';
import { ShellContext } from '../shell-context.ts';
import styles from './help.module.css';

const loadMenu = async () => (await import('./HelpMenu.tsx')).HelpMenu;

/** Help, at the end of every title row. */
export function HelpButton() {
  const shell = useContext(ShellContext);
  const { Part: HelpMenu, popover, fetchAhead, close } = usePopoverPart(loadMenu);
  if (shell === null) return null;
  return (
    <Popover {...popover} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          className={styles.button}
          aria-label={words.help}
          title={words.help}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        >
          <QuestionCircle20Regular />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.help}>
        {HelpMenu !== null && (
          <HelpMenu
            onDialog={(dialog) => {
              close();
              shell.showDialog(dialog);
            }}
          />
        )}
      </PopoverSurface>
    </Popover>
  );
}
