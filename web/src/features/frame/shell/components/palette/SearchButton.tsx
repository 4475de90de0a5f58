import { Tooltip } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { useContext } from 'react';
import { shellMessages as words } from '../../messages.ts';
import { ShellContext } from '../shell-context.ts';
import { paletteKeyName, paletteKeyText } from './palette-key.ts';
import styles from './search-button.module.css';

interface Props {
  /** As an icon alone. */
  rail: boolean;
  /** In a drawer, the drawer is closed first. */
  onNavigate: (() => void) | undefined;
}

/** Opens the palette; as wide as the menu, or an icon in the rail. */
export function SearchButton({ rail, onNavigate }: Props) {
  const shell = useContext(ShellContext);
  if (shell === null) return null;
  const button = (
    <button
      type="button"
      className={styles.search}
      data-rail={rail || undefined}
      aria-haspopup="dialog"
      aria-keyshortcuts={paletteKeyName}
      onPointerEnter={shell.fetchPalette}
      onFocus={shell.fetchPalette}
      onClick={() => {
        onNavigate?.();
        shell.openPalette();
      }}
    >
      <Search20Regular />
      {!rail && <span className="flex-1 nowrap">{words.search}</span>}
      {!rail && (
        <span className={styles.key} aria-hidden="true">
          {paletteKeyText}
        </span>
      )}
    </button>
  );
  if (!rail) return button;
  return (
    <Tooltip content={`${words.search} (${paletteKeyText})`} relationship="label" positioning="after">
      {button}
    </Tooltip>
  );
}
