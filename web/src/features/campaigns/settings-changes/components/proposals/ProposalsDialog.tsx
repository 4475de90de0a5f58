import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAge } from '../../../../../shared/format/ages.ts';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { settingsChangeMessages } from '../../messages.ts';
import { type EditTarget, enter } from '../../model/edit-cells.ts';
import { baseOf, editText } from '../../model/pending-edit.ts';
import { mostProposals, type Proposal, type ProposalKind, proposalsOf } from '../../model/proposals.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';
import { proposalOptions } from './proposal-options.ts';
import styles from './proposals.module.css';

const words = settingsChangeMessages.proposals;

interface Props {
  kind: ProposalKind;
  scope: SettingsChangeScope;
  table: EditTarget;
  onClose: () => void;
  /** The edits are entered: they are to be looked at. */
  onPreview: () => void;
}

/** What Apple recommends or suggests. What is chosen becomes edits like all others, with limits, preview and undo. */
export function ProposalsDialog({ kind, scope, table, onClose, onPreview }: Props) {
  const query = useQuery(proposalOptions(kind, scope));
  const readAt = query.data?.readAt ?? null;
  const age = useClock((now) => (readAt === null ? '' : formatAge(readAt, now, 'ago')));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const all = proposalsOf(kind, query.data?.amounts ?? [], table);
  const proposals = all.slice(0, mostProposals);
  const chosen = proposals.filter(({ edit }) => !left.has(edit.key));
  const toggle = (key: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(key);
    else next.add(key);
    setLeft(next);
  };
  const { title, text, empty } = words.kinds[kind];
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>
            <p>{text}</p>
            <div role="status" aria-busy={query.isFetching}>
              {query.isPending && <p>{words.loading}</p>}
              {query.isError && <p>{messageOf(query.error)}</p>}
              {query.data !== undefined && all.length === 0 && <p>{empty[query.data.state]}</p>}
              {age !== '' && (
                <p className="muted">
                  {words.askedAt(age)}
                  {all.length > mostProposals && ` ${words.listed(mostProposals, all.length)}`}
                </p>
              )}
            </div>
            {(query.isError || query.data?.state === 'away') && (
              <Button size="small" disabledFocusable={query.isFetching} onClick={() => void query.refetch()}>
                {words.again}
              </Button>
            )}
            {proposals.length > 0 && (
              <ul className={styles.list} aria-label={title}>
                {proposals.map((proposal) => (
                  <li key={proposal.edit.key}>
                    <Checkbox
                      checked={!left.has(proposal.edit.key)}
                      label={<Label proposal={proposal} currency={table.currency} />}
                      onChange={(_, { checked }) => toggle(proposal.edit.key, checked === true)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{settingsChangeMessages.cancel}</Button>
            <Button
              appearance="primary"
              disabledFocusable={chosen.length === 0}
              onClick={() => {
                if (chosen.length === 0) return;
                enter(
                  table.pending,
                  chosen.map(({ edit }) => edit),
                );
                onPreview();
              }}
            >
              {settingsChangeMessages.preview}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function Label({ proposal: { edit, expectedInstalls }, currency }: { proposal: Proposal; currency: string }) {
  return (
    <>
      {edit.name}{' '}
      <span className="muted">
        {words.change(editText(baseOf(edit), currency), editText(edit.value, currency))}
        {expectedInstalls !== null && `, ${words.installs(expectedInstalls)}`}
      </span>
    </>
  );
}
