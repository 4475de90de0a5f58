import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { DisplayedRows } from '../../../../../shared/report/index.ts';
import { settingsChangeMessages as words } from '../../messages.ts';
import { type EditTarget, enter } from '../../model/edit-cells.ts';
import { BulkForm } from './BulkForm.tsx';
import styles from './bulk.module.css';
import { useBulkForm } from './use-bulk-form.ts';

interface Props {
  table: EditTarget;
  displayed: DisplayedRows;
  selected: ReadonlySet<number>;
  onClose: () => void;
  /** The edits are entered: they are to be looked at. */
  onPreview: () => void;
}

/** Changes the bids or goals of many rows at once: of those selected, else of all rows shown. */
export function BulkDialog({ table, displayed, selected, onClose, onPreview }: Props) {
  const form = useBulkForm(table, displayed, selected);
  const { refusal, outcome } = form;
  const notes = [
    ...(outcome === null || outcome.noBase === 0 ? [] : [words.noBase(outcome.noBase)]),
    ...(outcome === null || outcome.same === 0 ? [] : [words.sameAfterRounding(outcome.same)]),
  ];
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{words.bulkTitle}</DialogTitle>
          <DialogContent className={styles.content}>
            <BulkForm form={form} level={table.level} currency={table.currency} />
            <p role="status" className={styles.affects}>
              {words.affects(outcome?.edits.length ?? 0, form.rows.length, form.ofSelected)}
              {notes.length > 0 && <span className="muted"> {notes.join(', ')}</span>}
            </p>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button
              appearance="primary"
              disabledFocusable={refusal !== null}
              title={refusal ?? undefined}
              onClick={() => {
                if (refusal !== null || outcome === null) return;
                enter(table.pending, outcome.edits);
                onPreview();
              }}
            >
              {words.preview}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
