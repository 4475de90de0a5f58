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
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useSavedCommand } from '../api/sql-query-api.ts';
import { queryMessages as words } from '../messages.ts';
import type { QueryTab } from '../model/tabs.ts';

interface Props {
  tab: QueryTab;
  onSaved: (part: Pick<QueryTab, 'name' | 'saved'>) => void;
  onClose: () => void;
}

/** Name, and who sees it. What was saved before is replaced where the person may change it. */
export function SaveDialog({ tab, onSaved, onClose }: Props) {
  const send = useSavedCommand();
  const [name, setName] = useState(tab.name);
  const [shared, setShared] = useState(tab.saved?.shared ?? false);
  const [checked, setChecked] = useState(false);
  const savedId = tab.saved?.mayChange === true ? tab.saved.id : null;
  const trimmedName = name.trim();
  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (trimmedName === '' || send.isPending) return;
    const body = { ...(savedId === null ? {} : { id: savedId }), name: trimmedName, text: tab.text, shared };
    send.mutate(
      { method: 'POST', body },
      {
        onSuccess: (id) => {
          showToast({ intent: 'success', text: words.saved(trimmedName) });
          onSaved({ name: trimmedName, saved: { id, shared, mayChange: true } });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <form onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>{words.saveTitle}</DialogTitle>
            <DialogContent>
              {send.error !== null && (
                <MessageBar intent="error" role="alert">
                  <MessageBarBody>{messageOf(send.error)}</MessageBarBody>
                </MessageBar>
              )}
              <Field
                label={words.name}
                validationMessage={checked && trimmedName === '' ? words.nameMissing : undefined}
              >
                <Input value={name} maxLength={100} onChange={(_, data) => setName(data.value)} />
              </Field>
              <Field hint={words.shareHint}>
                <Checkbox
                  label={words.share}
                  checked={shared}
                  onChange={(_, data) => setShared(data.checked === true)}
                />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" appearance="primary" disabledFocusable={send.isPending}>
                {savedId === null && tab.saved !== null ? words.saveNew : words.save}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
