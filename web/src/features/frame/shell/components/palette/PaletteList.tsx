// biome-ignore-all lint/a11y/useSemanticElements: grouped options of a combobox have no element.
// biome-ignore-all lint/a11y/useFocusableInteractive: the input keeps the focus and names the marked option.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are pressed in the input.
import { Megaphone20Regular } from '@fluentui/react-icons/svg/megaphone';
import { PlayCircle20Regular } from '@fluentui/react-icons/svg/play-circle';
import { useEffect, useRef } from 'react';
import { AppIcon } from '../../../../../shared/ui/app-icon/AppIcon.tsx';
import { shellMessages as words } from '../../messages.ts';
import { navGroups } from '../../model/nav-entries.ts';
import { type PaletteEntry, paletteGroups } from '../../model/palette/palette-entries.ts';
import styles from './palette.module.css';

interface Props {
  id: string;
  entries: readonly PaletteEntry[];
  /** Place of the marked entry. */
  at: number;
  onMark: (key: string) => void;
  onChoose: (entry: PaletteEntry) => void;
}

const screenIcons = new Map(
  navGroups.flatMap(({ entries }) => entries.map(({ path, icon: Icon }) => [path, <Icon key={path} />] as const)),
);

/** What was found, by group. The pointer marks what it passes. */
export function PaletteList({ id, entries, at, onMark, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark, or other entries, and the mark must be seen.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, entries.length]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={words.results} className={styles.list}>
      {paletteGroups.map((group) => {
        const groupEntries = entries.filter((entry) => entry.group === group);
        if (groupEntries.length === 0) return null;
        return (
          <div key={group} role="group" aria-label={words[group]}>
            <div className={styles.group} aria-hidden="true">
              {words[group]}
            </div>
            {groupEntries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <div
                  key={entry.key}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={styles.option}
                  onPointerMove={() => index !== at && onMark(entry.key)}
                  onClick={() => onChoose(entry)}
                >
                  <EntryIcon entry={entry} />
                  <span className="min-w-0 truncate">{entry.label}</span>
                  {entry.detail !== null && <span className={styles.detail}>{entry.detail}</span>}
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

function EntryIcon({ entry }: { entry: PaletteEntry }) {
  if (entry.app !== null) return <AppIcon app={entry.app} />;
  if (entry.group === 'campaigns') return <Megaphone20Regular />;
  return screenIcons.get(entry.key) ?? <PlayCircle20Regular />;
}
