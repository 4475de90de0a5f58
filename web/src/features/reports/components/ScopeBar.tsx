import { Button, DrawerBody, DrawerHeader, DrawerHeaderTitle, OverlayDrawer } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import type { Application } from '@tapwise/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { reportMessages as words } from '../messages.ts';
import { describeRange, resolveRange } from '../model/range.ts';
import { activeFilterCount } from '../model/url-state.ts';
import { FilterTags } from './FilterTags.tsx';
import { ScopePickers } from './ScopePickers.tsx';
import styles from './scope-bar.module.css';
import type { ReportScope } from './use-report-scope.ts';

interface Props {
  scope: ReportScope;
  applications: readonly Application[];
  today: string;
  /** The Live switch stands at the far right, outside the drawer. */
  live: ReactNode;
}

/** What the screen is about: chosen here, sent by Update (or Ctrl+Enter). */
export function ScopeBar({ scope, applications, today, live }: Props) {
  const narrow = useMediaQuery('(max-width: 639px)');
  const [open, setOpen] = useState(false);
  const { unsent, update } = scope;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) update();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [update]);

  const pickers = (
    <ScopePickers applications={applications} draft={scope.draft} today={today} onChange={scope.change} />
  );
  const send = (
    <Button
      appearance={unsent ? 'primary' : 'outline'}
      disabledFocusable={!unsent}
      title={unsent ? undefined : 'Nothing has been changed'}
      onClick={() => {
        update();
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
        <FilterTags
          filters={scope.url.scope.filters}
          onChange={(filters) => scope.apply({ ...scope.url.scope, filters })}
        />
        <div className={styles.live}>{live}</div>
      </section>
    );
  }
  return (
    <section className={styles.bar} aria-label="Scope">
      <button type="button" className={styles.folded} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FoldedScope scope={scope} applications={applications} today={today} />
        <ChevronDown12Regular />
      </button>
      {live}
      <OverlayDrawer
        open={open}
        position="bottom"
        onOpenChange={(_, data) => setOpen(data.open)}
        className={styles.drawer}
      >
        <DrawerHeader>
          <DrawerHeaderTitle>Scope</DrawerHeaderTitle>
        </DrawerHeader>
        <DrawerBody>
          <div className={styles.stacked}>
            {pickers}
            {send}
            {note}
          </div>
        </DrawerBody>
      </OverlayDrawer>
    </section>
  );
}

function FoldedScope({ scope, applications, today }: Omit<Props, 'live'>) {
  const { applicationId, range, filters } = scope.url.scope;
  const application = applications.find(({ id }) => id === applicationId);
  const days = resolveRange(range, today, application?.first_sdk_event_date ?? null);
  const count = activeFilterCount(filters);
  const filter = count === 0 ? '' : ` · ${count} ${count === 1 ? 'filter' : 'filters'}`;
  return (
    <>
      <span className="visually-hidden">Scope: </span>
      <strong>{application?.name ?? words.chooseFirst}</strong>
      <span className={styles.second}>
        {describeRange(range, days, today).name}
        {filter}
      </span>
    </>
  );
}
