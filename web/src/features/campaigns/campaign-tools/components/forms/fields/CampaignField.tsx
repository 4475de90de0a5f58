import { Combobox, Field, Option } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { campaignNamesQueryOptions } from '../../../../../../shared/scope/index.ts';
import { orderCampaigns } from '../../../../../../shared/scope/order-campaigns.ts';
import { messageOf } from '../../../../../../shared/server/http/api-error.ts';
import { toolMessages as words } from '../../../messages.ts';
import type { FormTarget } from '../form-target.ts';
import type { ToolFormState } from '../use-tool-form.ts';
import styles from './fields.module.css';

/** More options than this are not drawn at once; typing finds the others. */
const mostOptions = 100;

/** The campaign keywords are added to. Any may be chosen; those of the kind come first. */
export function CampaignField({ form, target }: { form: ToolFormState; target: FormTarget }) {
  const { application, organization, kind } = target;
  const names = useQuery(campaignNamesQueryOptions(application.id, organization.organization_id));
  const discovery = kind === 'discovery_keywords' ? 'first' : 'last';
  const campaigns = useMemo(() => orderCampaigns(names.data ?? [], discovery), [names.data, discovery]);
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = campaigns.find(({ id }) => id === form.values.campaign);
  const wanted = (typed ?? '').trim().toLowerCase();
  const matching = campaigns.filter(({ id, name }) => name.toLowerCase().includes(wanted) || String(id) === wanted);
  const left = matching.length - mostOptions;
  const empty = names.isPending ? words.loading : names.isError ? messageOf(names.error) : words.noCampaign;
  return (
    <Field label={words.labels.campaign} validationMessage={form.errors.campaign}>
      <Combobox
        name="campaign"
        className={styles.choice}
        placeholder={words.chooseCampaign}
        value={typed ?? chosen?.name ?? ''}
        selectedOptions={chosen === undefined ? [] : [String(chosen.id)]}
        onChange={(event) => setTyped(event.target.value)}
        onOpenChange={(_, { open }) => setTyped(open ? '' : null)}
        onOptionSelect={(_, { optionValue }) => {
          if (optionValue !== undefined && optionValue !== '') form.set({ campaign: Number(optionValue) });
          setTyped(null);
        }}
      >
        {matching.slice(0, mostOptions).map(({ id, name, status }) => (
          <Option key={id} value={String(id)} text={name}>
            {name}
            {status !== 'RUNNING' && <span className="regular muted"> ({status})</span>}
          </Option>
        ))}
        {left > 0 && (
          <Option value="" disabled text={words.moreCampaigns(left)}>
            {words.moreCampaigns(left)}
          </Option>
        )}
        {matching.length === 0 && (
          <Option value="" disabled text={empty}>
            {empty}
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
