import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMediaQuery } from '../page/browser-state.ts';
import { lazyPart } from '../page/lazy-part.tsx';
import { AppIcon, type IconOfApp } from '../ui/app-icon/AppIcon.tsx';
import styles from './scope.module.css';
import { scopeMessages as words } from './scope-messages.ts';

/** Only narrow screens have it, and only once it is opened. */
const ScopeDrawer = lazyPart(async () => (await import('./ScopeDrawer.tsx')).ScopeDrawer);

interface ScopeFrameProps {
  /** The pickers, joined into one control. */
  pickers: ReactNode;
  /** Something was chosen that is not sent yet. */
  unsent: boolean;
  /** Why Update cannot be pressed; without it, because nothing was changed. */
  refusal?: string | null;
  onUpdate: () => void;
  /** What the folded bar of a narrow screen says. */
  folded: ReactNode;
  /** Beside the pickers: tags of the filters at work. */
  tags?: ReactNode;
  /** At the far right, outside the drawer of a narrow screen. */
  end?: ReactNode;
}

/** What a screen is about: chosen here, sent by Update (or Ctrl+Enter). On a narrow screen it folds into a drawer. */
export function ScopeFrame(props: ScopeFrameProps) {
  const { pickers, unsent, onUpdate } = props;
  const refusal = props.refusal ?? (unsent ? null : words.nothingChanged);
  const narrow = useMediaQuery('(max-width: 639px)');
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const takesFocusBack = useRestoreFocusTarget();
  const { search } = useLocation();
  const [searchBefore, setSearchBefore] = useState(search);
  // Whatever sent the choice, another address is shown behind the drawer.
  if (searchBefore !== search) {
    setSearchBefore(search);
    setOpen(false);
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && refusal === null) onUpdate();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onUpdate, refusal]);
  const send = (
    <Button
      className={styles.send}
      appearance={refusal === null ? 'primary' : 'outline'}
      disabledFocusable={refusal !== null}
      title={refusal ?? undefined}
      onClick={() => {
        if (refusal !== null) return;
        onUpdate();
        setOpen(false);
      }}
    >
      Update
    </Button>
  );
  const note = unsent && <span className={styles.unsent}>{words.unsent}</span>;
  if (!narrow) {
    return (
      <section className={styles.bar} aria-label="Scope">
        <div className={styles.joined}>{pickers}</div>
        {send}
        {note}
        {props.tags}
        <div className={styles.end}>{props.end}</div>
      </section>
    );
  }
  return (
    <section className={styles.bar} aria-label="Scope">
      <button
        type="button"
        className={styles.folded}
        aria-haspopup="dialog"
        {...takesFocusBack}
        onClick={() => {
          setOpen(true);
          setOpened(true);
        }}
      >
        {props.folded}
        <ChevronDown12Regular />
      </button>
      {props.end}
      {opened && (
        <Suspense fallback={null}>
          <ScopeDrawer open={open} onOpen={setOpen}>
            {pickers}
            {send}
            {note}
          </ScopeDrawer>
        </Suspense>
      )}
    </section>
  );
}

/** The folded bar's words: what is looked at, and how it is narrowed. @param app the one application it is about */
export function FoldedScope({ app, name, details }: { app?: IconOfApp | undefined; name: string; details: string }) {
  return (
    <>
      {app !== undefined && <AppIcon app={app} />}
      <span className="visually-hidden">Scope: </span>
      <span className="grid min-w-0 leading-18">
        <strong>{name}</strong>
        <span className={styles.second}>{details}</span>
      </span>
    </>
  );
}
