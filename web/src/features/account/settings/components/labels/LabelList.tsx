import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LabelOfApplication } from '@tapwise/contract/labels';
import { useState } from 'react';
import { labelMessages as words } from '../../../../../shared/campaigns/labels/label-messages.ts';
import {
  createLabel,
  deleteLabel,
  refreshLabels,
  renameLabel,
} from '../../../../../shared/campaigns/labels/labels-api.ts';
import { labelsOptions } from '../../../../../shared/campaigns/labels/labels-query.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { ConfirmDialog } from '../../../../../shared/ui/dialogs/ConfirmDialog.tsx';
import { LabelNameForm } from './LabelNameForm.tsx';
import styles from './labels.module.css';

/** The labels of an application: made, renamed and deleted. */
export function LabelList({ applicationId }: { applicationId: number }) {
  const client = useQueryClient();
  const { data: labels, error, isPending, refetch } = useQuery(labelsOptions(applicationId));
  const [renaming, setRenaming] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<LabelOfApplication | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove({ id }: LabelOfApplication): Promise<void> {
    setDeleting(null);
    setProblem(null);
    await deleteLabel(applicationId, id).catch((fault: unknown) => setProblem(messageOf(fault)));
    refreshLabels(client);
  }

  if (isPending) return <p role="status">{words.loading}</p>;
  if (labels === undefined) {
    return (
      <div role="alert">
        <p>{messageOf(error)}</p>
        <Button size="small" onClick={() => void refetch()}>
          {words.retry}
        </Button>
      </div>
    );
  }
  return (
    <>
      {problem !== null && (
        <MessageBar intent="error" role="alert" layout="multiline">
          <MessageBarBody>{problem}</MessageBarBody>
        </MessageBar>
      )}
      {labels.length === 0 && <p>{words.none}</p>}
      <ul className={styles.list}>
        {labels.map((label) => (
          <li key={label.id}>
            {renaming === label.id ? (
              <LabelNameForm
                label={words.name}
                submit={words.save}
                initial={label.name}
                onSend={(name) => renameLabel(applicationId, label.id, name)}
                onDone={() => setRenaming(null)}
                onCancel={() => setRenaming(null)}
              />
            ) : (
              <LabelLine label={label} onRename={() => setRenaming(label.id)} onDelete={() => setDeleting(label)} />
            )}
          </li>
        ))}
      </ul>
      <LabelNameForm
        label={words.newLabel}
        submit={words.add}
        initial=""
        onSend={(name) => createLabel(applicationId, name)}
      />
      {deleting !== null && (
        <ConfirmDialog
          title={words.deleteTitle(deleting.name)}
          action={words.delete}
          onConfirm={() => void remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          {words.deleteText(deleting.objects)}
        </ConfirmDialog>
      )}
    </>
  );
}

interface LineProps {
  label: LabelOfApplication;
  onRename: () => void;
  onDelete: () => void;
}

function LabelLine({ label: { name, objects }, onRename, onDelete }: LineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.name}>{name}</span>
      <span className="muted text-13">{words.objects(objects)}</span>
      <Button size="small" aria-label={words.ofLabel(words.rename, name)} onClick={onRename}>
        {words.rename}
      </Button>
      <Button size="small" aria-label={words.ofLabel(words.delete, name)} onClick={onDelete}>
        {words.delete}
      </Button>
    </div>
  );
}
