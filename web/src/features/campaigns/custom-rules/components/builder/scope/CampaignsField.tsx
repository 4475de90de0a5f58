import { Button, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useState } from 'react';
import { SearchField } from '../../../../../../shared/ui/SearchField.tsx';
import type { CampaignGroup } from '../../../../automation/index.ts';
import type { EnteredCampaigns } from '../../../api/entered-rule.ts';
import { scopeWords as words } from '../../../messages/scope-words.ts';
import { useBuilder } from '../state/builder-context.ts';
import styles from './scope.module.css';

/** Campaigns of each ad organization: all of them, later ones too, or chosen ones. */
export function CampaignsField() {
  const { draft, change, groups } = useBuilder();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const set = (group: number, list: readonly number[] | 'all') =>
    change((before) => ({ ...before, applyTo: withCampaigns(before.applyTo, group, list) }));
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          className={styles.campaigns}
          aria-label={`${words.campaigns}: ${campaignsText(draft.applyTo)}`}
        >
          {campaignsText(draft.applyTo)}
          <ChevronDown12Regular aria-hidden />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.campaigns}>
        <SearchField label={words.campaigns} value={search} onChange={setSearch} />
        <div className={styles.groups}>
          {groups.map((group) => (
            <Group
              key={group.id}
              group={group}
              search={search}
              list={draft.applyTo[String(group.id)] ?? []}
              onChange={(list) => set(group.id, list)}
            />
          ))}
        </div>
        <Button size="small" onClick={() => setOpen(false)}>
          {words.done}
        </Button>
      </PopoverSurface>
    </Popover>
  );
}

interface GroupProps {
  group: CampaignGroup;
  search: string;
  list: readonly number[] | 'all';
  onChange: (list: readonly number[] | 'all') => void;
}

function Group({ group, search, list, onChange }: GroupProps) {
  const text = search.trim().toLowerCase();
  const campaigns = group.campaigns.filter(({ name }) => name.toLowerCase().includes(text));
  const all = list === 'all';
  const toggle = (id: number, checked: boolean) => {
    const chosen = all ? group.campaigns.map((campaign) => campaign.id) : list;
    onChange(checked ? [...chosen, id] : chosen.filter((candidate) => candidate !== id));
  };
  return (
    <fieldset className={styles.group}>
      <legend>{group.name}</legend>
      <label className="checkbox">
        <input type="checkbox" checked={all} onChange={(event) => onChange(event.target.checked ? 'all' : [])} />
        {words.allOf(group.name)}
      </label>
      {campaigns.map(({ id, name }) => (
        <label key={id} className="checkbox">
          <input
            type="checkbox"
            checked={all || list.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Campaigns with those of one organization chosen; an organization without any is left out. */
function withCampaigns(applyTo: EnteredCampaigns, group: number, list: readonly number[] | 'all'): EnteredCampaigns {
  const { [String(group)]: _, ...others } = applyTo;
  return list === 'all' || list.length > 0 ? { ...others, [String(group)]: list } : others;
}

function campaignsText(applyTo: EnteredCampaigns): string {
  const lists = Object.values(applyTo);
  if (lists.length === 0) return words.none;
  if (lists.includes('all')) return words.all;
  return words.chosen(lists.reduce((sum, { length }) => sum + length, 0));
}
