import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import type { Application, Organization } from '@tapwise/contract';
import type { ReactNode } from 'react';
import { ApplicationPicker, OrganizationPicker, RangePicker } from '../../../../../shared/report/index.ts';
import { ChoicePicker, completeAccountScope, rememberedAccount, ScopeRow } from '../../../../../shared/scope/index.ts';
import { type ActorKind, actorKinds } from '../../api/history-api.ts';
import { managementMessages as words } from '../../messages.ts';
import styles from '../management.module.css';
import type { HistoryUrl } from './use-history-url.ts';

interface Props {
  url: HistoryUrl;
  applications: readonly Application[];
  organization: Organization | null;
  today: string;
  onChange: (part: Partial<HistoryUrl>) => void;
  end: ReactNode;
}

const all = 'all';

/** Whose changes, of which days, by whom and of what. Each choice takes effect at once. */
export function HistoryScopeBar({ url, applications, organization, today, onChange, end }: Props) {
  const { account, range, actor, field, key } = url;
  const application = applications.find(({ id }) => id === account.application);
  const complete = (next: HistoryUrl['account']) =>
    onChange({ account: completeAccountScope(next, applications, rememberedAccount, { all: false }), key: null });
  const idOf = (value: number | 'all' | null) => (value === all ? null : value);
  const fields = [
    'status',
    'cpt_bid',
    'cpa_goal',
    'daily_cap',
    'budget',
    'target_cpa',
    'search_match',
    'creative',
    'keyword',
    'negative',
    'label',
  ];
  return (
    <ScopeRow end={end}>
      <ApplicationPicker
        applications={applications}
        value={idOf(account.application)}
        onChange={(id) => complete({ application: id, organization: null })}
      />
      <OrganizationPicker
        organizations={application?.asaOrganizations ?? []}
        value={idOf(account.organization)}
        onChange={(id) => complete({ ...account, organization: id })}
      />
      <RangePicker
        choice={range}
        today={today}
        firstDay={null}
        timeZone={organization?.time_zone ?? 'UTC'}
        onApply={(next) => onChange({ range: next })}
      />
      <ChoicePicker<ActorKind | typeof all>
        label={words.who}
        choices={[
          { value: all, text: words.everyone },
          ...actorKinds.map((kind) => ({ value: kind, text: words.actors[kind] })),
        ]}
        chosen={actor ?? all}
        onChoose={(next) => onChange({ actor: next === all ? null : next })}
      />
      <ChoicePicker
        label={words.what}
        choices={[
          { value: all, text: words.everything },
          ...fields.map((name) => ({ value: name, text: words.fields[name] ?? name })),
        ]}
        chosen={field ?? all}
        onChoose={(next) => onChange({ field: next === all ? null : next })}
      />
      {key !== null && (
        <button
          type="button"
          className={styles.keyTag}
          onClick={({ currentTarget }) => {
            // The tag goes away when it is pressed: the focus stays among the choices.
            currentTarget.previousElementSibling?.querySelector<HTMLElement>('button')?.focus();
            onChange({ key: null });
          }}
        >
          {words.oneKey}
          <Dismiss16Regular aria-hidden />
          <span className="visually-hidden">: {words.showAll}</span>
        </button>
      )}
    </ScopeRow>
  );
}
