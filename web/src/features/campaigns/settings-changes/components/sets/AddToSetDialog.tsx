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
  Select,
} from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  changeSetsKey,
  changeSetsOptions,
  createChangeSet,
  editChangeSet,
  isOpenSet,
} from '../../../../../shared/campaigns/changes/change-set-calls.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { settingsChangeMessages as words } from '../../messages.ts';
import type { EditTarget } from '../../model/edit-cells.ts';
import { countOf } from '../../model/edit-summary.ts';
import { setRows } from '../../model/set-rows.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';

interface Props {
  scope: SettingsChangeScope;
  table: EditTarget;
  onClose: () => void;
}

const newSet = 'new';
const mostLetters = 100;

/** Puts the pending edits into a change set, a new one or one that is open: they are sent when that is applied. */
export function AddToSetDialog({ scope: { application, organization }, table, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const sets = useQuery(changeSetsOptions(application.id)).data ?? [];
  const open = sets.filter(
    (set) => isOpenSet(set) && set.asa_organization_id === organization.organization_id && set.state !== 'approved',
  );
  const [chosen, setChosen] = useState(newSet);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const edits = table.pending.all();

  async function add(): Promise<void> {
    if (chosen === newSet && name.trim() === '') return setFault(words.setNameRequired);
    setBusy(true);
    setProblem(null);
    const base = { application_id: application.id, asa_organization_id: organization.organization_id };
    try {
      const rows = setRows(edits);
      const set =
        chosen === newSet
          ? await createChangeSet({ ...base, name: name.trim(), rows })
          : await editChangeSet(application.id, chosen, { rows });
      table.pending.remove(edits);
      void client.invalidateQueries({ queryKey: changeSetsKey(application.id) });
      const search = new URLSearchParams({
        app: String(base.application_id),
        org: String(base.asa_organization_id),
        id: set.id,
      });
      showToast({
        intent: 'success',
        text: words.addedToSet(countOf(edits), set.name),
        action: {
          label: words.openSet,
          run: () => void navigate({ pathname: '/client/management/change_sets', search: search.toString() }),
        },
      });
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.addToSetTitle(countOf(edits))}</DialogTitle>
          <DialogContent>
            {problem !== null && (
              <div role="alert">
                <NoticeBar intent="error">{problem}</NoticeBar>
              </div>
            )}
            <p>{words.addToSetText}</p>
            <Field label={words.changeSet}>
              <Select value={chosen} onChange={(_, data) => setChosen(data.value)}>
                <option value={newSet}>{words.newSet}</option>
                {open.map((set) => (
                  <option key={set.id} value={set.id}>
                    {set.name}
                  </option>
                ))}
              </Select>
            </Field>
            {chosen === newSet && (
              <Field
                label={words.setName}
                style={{ marginTop: 12 }}
                validationState={fault === null ? 'none' : 'error'}
                validationMessage={fault ?? undefined}
              >
                <Input
                  maxLength={mostLetters}
                  value={name}
                  onChange={(_, data) => {
                    setName(data.value);
                    setFault(null);
                  }}
                />
              </Field>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button appearance="primary" disabledFocusable={busy} onClick={() => busy || void add()}>
              {words.addToSet}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
