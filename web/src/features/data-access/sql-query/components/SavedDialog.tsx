import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { Delete16Regular } from '@fluentui/react-icons/svg/delete';
import { useQuery } from '@tanstack/react-query';
import type { SavedSqlQuery } from '@tapwise/contract/sql';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { savedOptions, useSavedCommand } from '../api/sql-query-api.ts';
import { queryMessages as words } from '../messages.ts';
import styles from './sql-query.module.css';

interface Props {
  onOpen: (query: SavedSqlQuery) => void;
  onClose: () => void;
}

/** Saved statements: one's own and those the team shares. */
export function SavedDialog({ onOpen, onClose }: Props) {
  const list = useQuery(savedOptions());
  const send = useSavedCommand();
  const error = send.error ?? list.error;
  const remove = ({ id, name }: SavedSqlQuery) =>
    send.mutate(
      { method: 'DELETE', body: { id } },
      { onSuccess: () => showToast({ intent: 'success', text: words.deleted(name) }) },
    );
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.list}</DialogTitle>
          <DialogContent>
            {error !== null && <p role="alert">{messageOf(error)}</p>}
            {list.isPending && <p role="status">Loading...</p>}
            {list.data?.length === 0 && <p>{words.none}</p>}
            <ul className={styles.saved}>
              {list.data?.map((query) => (
                <li key={query.id}>
                  <button
                    type="button"
                    onClick={() => {
                      onOpen(query);
                      onClose();
                    }}
                  >
                    <span className="visually-hidden">{words.open} </span>
                    <strong className="bold">{query.name}</strong>{' '}
                    <span>
                      {query.own ? words.own : words.ofTeam}
                      {query.own && query.shared && `, ${words.shared}`}
                    </span>
                  </button>
                  {query.may_change && (
                    <Button
                      size="small"
                      appearance="subtle"
                      icon={<Delete16Regular />}
                      aria-label={words.deleteOf(query.name)}
                      disabledFocusable={send.isPending}
                      onClick={() => send.isPending || remove(query)}
                    />
                  )}
                </li>
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.close}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
