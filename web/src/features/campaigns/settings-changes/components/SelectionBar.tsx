import { Button } from '@fluentui/react-components';
import { CheckboxChecked20Regular } from '@fluentui/react-icons/svg/checkbox-checked';
import { Tag20Regular } from '@fluentui/react-icons/svg/tag';
import { Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { countOf, type DisplayedRows } from '../../../../shared/report/index.ts';
import type { SelectionStore } from '../../../../shared/tables/grid/editing/selection-store.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import { labelledObjects } from '../model/labelled-objects.ts';
import { useTableScope } from './settings-change-scope.ts';
import { useStatusWrites } from './use-status-writes.ts';

const DeleteDialog = lazyPart(
  async () => (await import('../../../../shared/campaigns/changes/DeleteDialog.tsx')).DeleteDialog,
);

const LabelsDialog = lazyPart(
  async () => (await import('../../../../shared/campaigns/labels/LabelsDialog.tsx')).LabelsDialog,
);

interface Props {
  selection: SelectionStore;
  selecting: boolean;
  displayed: DisplayedRows;
  onBegin: () => void;
  onLeave: () => void;
}

/** Begins the selection of rows, and does something to those selected. */
export function SelectionBar({ selection, selecting, displayed, onBegin, onLeave }: Props) {
  const scope = useTableScope();
  const chosen = useStore(selection.chosen);
  const { send, busy } = useStatusWrites(scope);
  const [deleting, setDeleting] = useState(false);
  const [labelling, setLabelling] = useState(false);
  const bar = useRef<HTMLSpanElement>(null);
  const focusFirst = () => requestAnimationFrame(() => bar.current?.querySelector('button')?.focus());
  if (!selecting) {
    return (
      <span ref={bar} className="row wrap gap-8 flex-none">
        <Button
          size="small"
          icon={<CheckboxChecked20Regular />}
          onClick={() => {
            onBegin();
            focusFirst();
          }}
        >
          {words.actions}
        </Button>
      </span>
    );
  }
  const ids = [...chosen];
  const nameOf = (id: number) => displayed.rowOf(id)?.name ?? String(id);
  const visible = new Set(displayed.displayed);
  const off = ids.length === 0 || busy;
  const title = ids.length === 0 ? words.selectFirst : undefined;
  const act = (status: 'ENABLED' | 'PAUSED') => void send(ids, status);
  /** What is deleted takes no further action. */
  async function remove(): Promise<void> {
    const gone = new Set(await send(ids, 'DELETED'));
    if (gone.size > 0) selection.set([...selection.get()].filter((id) => !gone.has(id)));
  }
  const leave = () => {
    onLeave();
    focusFirst();
  };
  return (
    <span ref={bar} className="row wrap gap-8 flex-none">
      {!scope.alwaysSelecting && (
        <Button size="small" onClick={leave}>
          {words.cancel}
        </Button>
      )}
      <Button size="small" disabledFocusable={off} title={title} onClick={() => off || act('ENABLED')}>
        {words.activate}
      </Button>
      <Button size="small" disabledFocusable={off} title={title} onClick={() => off || act('PAUSED')}>
        {words.pause}
      </Button>
      <Button size="small" disabledFocusable={off} title={title} onClick={() => off || setDeleting(true)}>
        {words.delete}
      </Button>
      <Button
        size="small"
        icon={<Tag20Regular />}
        disabledFocusable={off}
        title={title}
        onClick={() => off || setLabelling(true)}
      >
        {words.labels}
      </Button>
      <span role="status" className="muted nowrap">
        {words.selected(ids.length, ids.filter((id) => !visible.has(id)).length)}
      </span>
      {labelling && (
        <Suspense fallback={null}>
          <LabelsDialog
            applicationId={scope.application.id}
            objects={labelledObjects(scope, displayed, ids)}
            what={ids.length === 1 ? nameOf(ids[0] ?? 0) : countOf(scope.level, ids.length)}
            onClose={() => setLabelling(false)}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense fallback={null}>
          <DeleteDialog
            names={ids.map(nameOf)}
            onClose={() => setDeleting(false)}
            onDelete={() => {
              setDeleting(false);
              void remove();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
