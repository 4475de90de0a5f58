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
import type { BudgetRecommendationsResponse } from '@tapwise/contract/suggestions';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { budgetRecommendationsOptions } from '../../api/recommendations-api.ts';
import { settingsChangeMessages } from '../../messages.ts';
import { type EditTarget, enter } from '../../model/edit-cells.ts';
import { editText, microsOf, type PendingEdit } from '../../model/pending-edit.ts';
import type { SettingsChangeScope } from '../settings-change-scope.ts';
import styles from './proposals.module.css';

const words = settingsChangeMessages.proposals;
type Proposal = BudgetRecommendationsResponse['campaigns'][number];

interface Props {
  scope: SettingsChangeScope;
  table: EditTarget;
  onClose: () => void;
  /** The edits are entered: they are to be looked at. */
  onPreview: () => void;
}

/** Daily budgets that Apple recommends. Those that are chosen become edits like all others, with limits, preview and undo. */
export function BudgetProposals({ scope, table, onClose, onPreview }: Props) {
  const { application, organization } = scope;
  const ids = { application_id: application.id, asa_organization_id: organization.organization_id };
  const query = useQuery(budgetRecommendationsOptions(ids));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const campaigns = query.data?.campaigns ?? [];
  const chosen = campaigns.filter(({ id }) => !left.has(id));
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogContent>
            <p>{words.text}</p>
            <div role="status" aria-busy={query.isFetching}>
              {query.isPending && <p>{words.loading}</p>}
              {query.isError && <p>{messageOf(query.error)}</p>}
              {query.data !== undefined && campaigns.length === 0 && <p>{words[query.data.state]}</p>}
            </div>
            {(query.isError || query.data?.state === 'away') && (
              <Button size="small" disabledFocusable={query.isFetching} onClick={() => void query.refetch()}>
                {words.again}
              </Button>
            )}
            {campaigns.length > 0 && (
              <ul className={styles.list} aria-label={words.title}>
                {campaigns.map((campaign) => (
                  <li key={campaign.id}>
                    <Checkbox
                      checked={!left.has(campaign.id)}
                      label={<Label campaign={campaign} currency={table.currency} />}
                      onChange={(_, { checked }) => toggle(campaign.id, checked === true)}
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
                enter(table.pending, chosen.map(editOf));
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

function Label({ campaign, currency }: { campaign: Proposal; currency: string }) {
  const { name, daily_cap, recommended_daily_cap, expected_installs } = campaign;
  return (
    <>
      {name}{' '}
      <span className="muted">
        {words.change(editText(microsOf(daily_cap), currency), editText(microsOf(recommended_daily_cap), currency))}
        {expected_installs !== null && `, ${words.installs(expected_installs)}`}
      </span>
    </>
  );
}

const editOf = ({ id, name, daily_cap, recommended_daily_cap }: Proposal): PendingEdit => ({
  key: String(id),
  field: 'daily_cap',
  value: microsOf(recommended_daily_cap),
  base: microsOf(daily_cap),
  name,
  path: [],
});
