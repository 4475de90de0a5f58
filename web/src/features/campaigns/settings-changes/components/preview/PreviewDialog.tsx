import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { useState } from 'react';
import { isDone } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { settingsChangeMessages as words } from '../../messages.ts';
import type { EditTarget } from '../../model/edit-cells.ts';
import { countOf } from '../../model/edit-summary.ts';
import { outcomeRows, previewRows } from '../../model/preview-rows.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';
import { useUndo } from '../use-undo.ts';
import { PreviewFoot } from './PreviewFoot.tsx';
import { PreviewMessages } from './PreviewMessages.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import styles from './preview.module.css';
import type { SentEdits } from './send-edits.ts';
import { usePreview } from './use-preview.ts';
import { usePreviewFacts } from './use-preview-facts.ts';

interface Props {
  scope: SettingsChangeScope;
  table: EditTarget;
  onClose: () => void;
}

/** What would be sent, old beside new; after Submit the outcome of each row. Nothing is sent before. */
export function PreviewDialog({ scope, table, onClose }: Props) {
  const preview = usePreview(scope, table);
  const [comment, setComment] = useState('');
  const [updateKeywords, setUpdateKeywords] = useState(false);
  const facts = usePreviewFacts(scope, table, preview.edits, updateKeywords);
  const undo = useUndo(scope.application.id);
  const { sent, edits } = preview;
  const options = { comment, updateKeywords, confirmGuardrails: false };
  const ofAdGroups = edits.some(({ key, field }) => field === 'cpt_bid' && key.split(':').length === 2);
  const rows =
    sent === null
      ? previewRows(edits, facts)
      : outcomeRows(sent.results, sent.edits, (edit) => table.pending.of(edit.key)?.[edit.field], table.currency);

  async function submit(confirmGuardrails: boolean): Promise<void> {
    const made = await preview.send(edits, { ...options, confirmGuardrails });
    if (made === null || !made.results.every(({ outcome }) => isDone(outcome))) return;
    showToast({
      intent: 'success',
      text: words.updated(countOf([...made.edits.values()])),
      action: { label: words.undo, run: () => void undo(made.changeIds) },
    });
    onClose();
  }

  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.body}>
          <DialogTitle
            action={
              <Button appearance="subtle" icon={<Dismiss20Regular />} aria-label={words.close} onClick={onClose} />
            }
          >
            {words.previewTitle(countOf(sent === null ? edits : [...sent.edits.values()]))}
          </DialogTitle>
          <DialogContent className={styles.content}>
            <p className="text-13 muted m-0">{previewText(table, sent)}</p>
            <PreviewMessages preview={preview} onConfirm={() => void submit(true)} />
            <PreviewTable
              rows={rows}
              sent={sent !== null}
              busy={preview.busy}
              onRemove={preview.remove}
              onMine={(edit) => preview.sendMine(edit, options)}
              onTheirs={preview.remove}
              onCheck={preview.check}
              onAgain={(edit) => preview.checkAgain(edit, options)}
            />
            {sent === null && ofAdGroups && (
              <Checkbox
                label={words.updateKeywords}
                checked={updateKeywords}
                onChange={(_, data) => setUpdateKeywords(data.checked === true)}
              />
            )}
            {sent === null && (
              <Field label={words.reason} className={styles.reason}>
                <Input maxLength={500} value={comment} onChange={(_, data) => setComment(data.value)} />
              </Field>
            )}
          </DialogContent>
          <DialogActions className={styles.foot}>
            <PreviewFoot
              preview={preview}
              onSubmit={() => void submit(false)}
              onUndo={(changeIds) => void undo(changeIds)}
              onClose={onClose}
            />
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function previewText({ path, currency }: EditTarget, sent: SentEdits | null): string {
  const where = path.length === 0 ? '' : `${path.join(' › ')}. `;
  const clock = sent === null ? '' : `${words.sentAt(new Date(sent.at).toLocaleTimeString('en-GB'))}, `;
  return where + clock + words.amountsIn(currency);
}
