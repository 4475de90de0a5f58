import { Button } from '@fluentui/react-components';
import { Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../shared/page/lazy-part.tsx';
import type { ShownRows } from '../../../shared/report/index.ts';
import { actingMessages as words } from '../messages.ts';
import { summaryOf } from '../model/edit-summary.ts';
import type { SelectionStore } from '../model/selection-store.ts';
import type { EditingTable } from '../model/table-editing.ts';
import styles from './acting.module.css';
import type { ActingScope } from './use-table-acting.tsx';

const loadPreview = () => import('./preview/PreviewDialog.tsx');
const PreviewDialog = lazyPart(async () => (await loadPreview()).PreviewDialog);
const BulkDialog = lazyPart(async () => (await import('./bulk/BulkDialog.tsx')).BulkDialog);

interface Props {
  scope: ActingScope;
  table: EditingTable;
  selection: SelectionStore;
  selecting: boolean;
  shown: ShownRows;
}

/** The edits that are not sent: how many, what they come to, and what to do with them. */
export function ActingBar({ scope, table, selection, selecting, shown }: Props) {
  const { pending, currency, level } = table;
  const edits = useSyncExternalStore(pending.subscribe, pending.all);
  const [dialog, setDialog] = useState<'bulk' | 'preview' | null>(null);
  const bar = useRef<HTMLFieldSetElement>(null);
  const close = () => {
    setDialog(null);
    requestAnimationFrame(() => focusBack(bar.current));
  };
  const bulkOff = level === 'campaign';
  if (edits.length === 0 && (!selecting || bulkOff) && dialog === null) return null;
  const { count, effect } = summaryOf(edits, currency);
  return (
    <fieldset ref={bar} className={styles.bar} aria-label={words.pendingEdits}>
      {edits.length > 0 && (
        <span role="status" className={styles.summary}>
          <strong>{count}</strong> <span>{effect}</span>
        </span>
      )}
      {edits.length > 0 && (
        <Button size="small" appearance="subtle" onClick={() => pending.remove(pending.all())}>
          {words.cancel}
        </Button>
      )}
      {(bulkOff ? edits.length > 0 && !scope.alwaysSelecting : true) && (
        <Button
          size="small"
          disabledFocusable={bulkOff}
          title={bulkOff ? words.bulkAtCampaigns : undefined}
          onClick={() => bulkOff || setDialog('bulk')}
        >
          {words.bulk}
        </Button>
      )}
      {edits.length > 0 && (
        <Button
          size="small"
          appearance="primary"
          onPointerEnter={() => void loadPreview().catch(() => undefined)}
          onClick={() => setDialog('preview')}
        >
          {words.preview}
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'bulk' && (
          <BulkDialog
            {...{ table, shown, selected: selection.get() }}
            onClose={close}
            onPreview={() => setDialog('preview')}
          />
        )}
        {dialog === 'preview' && <PreviewDialog {...{ scope, table }} onClose={close} />}
      </Suspense>
    </fieldset>
  );
}

/** To the bar's last button, or, once the bar is empty, to the table. */
function focusBack(bar: HTMLElement | null): void {
  const button = [...(bar?.querySelectorAll('button') ?? [])].at(-1);
  (button ?? document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]'))?.focus();
}
