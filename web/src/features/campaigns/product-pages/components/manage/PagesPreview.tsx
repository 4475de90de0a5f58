import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useStore } from 'zustand';
import { ChangeTable, type ChangeTableRow } from '../../../../../shared/campaigns/changes/ChangeTable.tsx';
import { changeIdsOf, isDone } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { sendWrite, undoChange } from '../../../../../shared/campaigns/changes/write-calls.ts';
import type { PageScope } from '../../../../../shared/scope/creatives.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { pageMessages as words } from '../../messages.ts';
import { type PageEdit, type PageEdits, settlePages } from '../../model/page-edits.ts';
import styles from '../pages.module.css';

interface Props {
  scope: PageScope;
  edits: PageEdits;
  onClose: () => void;
  /** Something was sent, or taken back. */
  onSent: () => void;
}

/** Which pages would change, old beside new; after Submit the outcomes of those that did not. */
export function PagesPreview({ scope, edits, onClose, onSent }: Props) {
  const all = useStore(edits.all);
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const sent = [...all.values()];
    setBusy(true);
    setProblem(null);
    try {
      const commentBody = comment.trim() === '' ? {} : { comment: comment.trim() };
      const body = { ...scope, ...commentBody, ad_groups: sent.map(wishOf) };
      const response = await sendWrite({ method: 'PUT', path: '/api/asa/ad_groups_cpps', body });
      const done = settlePages(edits, sent, response.results);
      onSent();
      if (done < sent.length) setProblem(response.error_message ?? words.notMade(sent.length - done, sent.length));
      else {
        const [changeId] = changeIdsOf(response);
        const run = () => void undo(scope.application_id, changeId ?? '', onSent);
        const toast = { intent: 'success', text: words.updated } as const;
        showToast(changeId === undefined ? toast : { ...toast, action: { label: words.undo, run } });
        onClose();
      }
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.body}>
          <DialogTitle>{words.previewTitle(all.size)}</DialogTitle>
          <DialogContent className={styles.content}>
            {problem !== null && (
              <div role="alert">
                <NoticeBar intent="error">
                  <strong>{problem}</strong>
                </NoticeBar>
              </div>
            )}
            <p>{words.how}</p>
            <ChangeTable label={words.rows} columns={words.table} rows={[...all.values()].map(rowOf)} />
            <Field label={words.reason}>
              <Input maxLength={500} value={comment} onChange={(_, data) => setComment(data.value)} />
            </Field>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.close}</Button>
            <Button
              appearance="primary"
              disabledFocusable={busy || all.size === 0}
              onClick={() => !busy && all.size > 0 && void submit()}
            >
              {busy ? words.sending : words.submit(all.size)}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

/** As the call takes it; `adId` says what was shown when it was chosen. */
const wishOf = ({ adGroup, creativeId, creativeName }: PageEdit) => ({
  id: adGroup.id,
  campaignId: adGroup.campaignId,
  creativeId,
  creativeName,
  adId: adGroup.adId,
});

const rowOf = ({ adGroup, creativeName, trouble }: PageEdit): ChangeTableRow => ({
  id: String(adGroup.id),
  name: adGroup.name,
  where: adGroup.campaignName,
  old: adGroup.creativeName,
  new: creativeName,
  outcome: trouble?.outcome ?? null,
  note: trouble?.message ?? '',
});

async function undo(application_id: number, change_id: string, onSent: () => void): Promise<void> {
  try {
    const { results } = await undoChange({ application_id, change_id });
    const done = results.filter(({ outcome }) => isDone(outcome)).length;
    const missed = results.length - done;
    showToast({
      intent: missed === 0 ? 'success' : 'error',
      text: words.undone(done),
      details: missed === 0 ? [] : [words.notUndone(missed)],
    });
  } catch (error) {
    showToast({ intent: 'error', text: messageOf(error) });
  }
  onSent();
}
