import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import type { DisplayedRows } from '../../../../shared/report/index.ts';
import type { SelectionStore } from '../../../../shared/tables/grid/editing/selection-store.ts';
import { focusGrid } from '../../../../shared/tables/grid/focus-grid.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import { summaryOf } from '../model/edit-summary.ts';
import type { ProposalKind } from '../model/proposals.ts';
import { applyLaterResponse, openChanges, showDone } from './preview/send-edits.ts';
import { proposalKinds } from './proposals/proposal-options.ts';
import styles from './settings-change.module.css';
import { useTableScope } from './settings-change-scope.ts';
import { useEditTarget } from './use-edit-target.ts';
import { useOpenChanges } from './use-open-changes.ts';

const loadPreview = () => import('./preview/PreviewDialog.tsx');
const PreviewDialog = lazyPart(async () => (await loadPreview()).PreviewDialog);
const AddToSetDialog = lazyPart(async () => (await import('./sets/AddToSetDialog.tsx')).AddToSetDialog);
const BulkDialog = lazyPart(async () => (await import('./bulk/BulkDialog.tsx')).BulkDialog);
const ProposalsDialog = lazyPart(async () => (await import('./proposals/ProposalsDialog.tsx')).ProposalsDialog);

interface Props {
  selection: SelectionStore;
  selecting: boolean;
  displayed: DisplayedRows;
}

/** The edits that are not sent: how many, what they come to, and what to do with them. */
export function SettingsChangeBar({ selection, selecting, displayed }: Props) {
  const scope = useTableScope();
  const table = useEditTarget(scope);
  const { pending, currency, level } = table;
  const edits = useStore(pending.store, ({ all }) => all);
  const [dialog, setDialog] = useState<'bulk' | 'preview' | 'set' | ProposalKind | null>(null);
  const bar = useRef<HTMLFieldSetElement>(null);
  const client = useQueryClient();
  // The preview asks for itself while it is open.
  useOpenChanges(scope.application.id, dialog === 'preview' ? [] : openChanges(null, edits), (response) => {
    const done = applyLaterResponse(pending, response);
    if (done.length > 0) void showDone(client, pending, done);
  });
  const goBack = () => requestAnimationFrame(() => focusBack(bar.current));
  const close = () => {
    setDialog(null);
    goBack();
  };
  const discard = () => {
    pending.remove(pending.all());
    goBack();
  };
  const bulkOff = level === 'campaign';
  const proposals = proposalKinds(scope);
  const isAlways = bulkOff && proposals.length > 0;
  if (edits.length === 0 && (!selecting || bulkOff) && !isAlways && dialog === null) return null;
  const { count, effect } = summaryOf(edits, currency);
  return (
    <fieldset ref={bar} className={styles.bar} aria-label={words.pendingEdits}>
      {edits.length > 0 && (
        <span role="status" className={styles.summary}>
          <strong>{count}</strong> <span>{effect}</span>
        </span>
      )}
      {edits.length > 0 && (
        <Button size="small" appearance="subtle" onClick={discard}>
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
      {proposals.map((kind) => (
        <Button key={kind} size="small" onClick={() => setDialog(kind)}>
          {words.proposals.kinds[kind].open}
        </Button>
      ))}
      {edits.length > 0 && (
        <Button size="small" onClick={() => setDialog('set')}>
          {words.addToSet}
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
            table={table}
            displayed={displayed}
            selected={selection.get()}
            onClose={close}
            onPreview={() => setDialog('preview')}
          />
        )}
        {(dialog === 'budgets' || dialog === 'targets' || dialog === 'bids') && (
          <ProposalsDialog
            kind={dialog}
            scope={scope}
            table={table}
            onClose={close}
            onPreview={() => setDialog('preview')}
          />
        )}
        {dialog === 'set' && <AddToSetDialog scope={scope} table={table} onClose={close} />}
        {dialog === 'preview' && <PreviewDialog scope={scope} table={table} onClose={close} />}
      </Suspense>
    </fieldset>
  );
}

/** To the bar's last button, or, once the bar is empty, to the table. */
function focusBack(bar: HTMLElement | null): void {
  const button = [...(bar?.querySelectorAll('button') ?? [])].at(-1);
  if (button === undefined) focusGrid();
  else button.focus();
}
