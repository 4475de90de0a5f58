import { Button } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { SearchField } from '../../../../../shared/ui/SearchField.tsx';
import { campaignGroupsOptions } from '../../api/automation-api.ts';
import type { ApplyTo } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { campaignTree, type TreeGroup, withCampaign, withGroup } from '../../model/campaign-tree.ts';
import { chosenCount } from '../../model/rule-form.ts';
import styles from './tree.module.css';

const words = automationMessages.form;

interface Props {
  applicationId: number;
  applyTo: ApplyTo;
  error: string | undefined;
  onChange: (applyTo: ApplyTo) => void;
}

/** Organizations with their campaigns, each with a box; an organization's box selects all of its campaigns shown. */
export function CampaignTree({ applicationId, applyTo, error, onChange }: Props) {
  const groups = useQuery(campaignGroupsOptions(applicationId));
  const [search, setSearch] = useState('');
  const id = useId();
  const tree = campaignTree(groups.data ?? [], applyTo, search);
  return (
    <fieldset className={styles.tree} aria-describedby={`${id}-hint`}>
      <legend>{words.applyTo}</legend>
      <p id={`${id}-hint`} className={styles.hint}>
        {words.applyHint(chosenCount(applyTo))}
      </p>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <SearchField label={words.searchCampaigns} value={search} onChange={setSearch} />
      {groups.isPending && <p role="status">Loading...</p>}
      {groups.isError && (
        <NoticeBar
          intent="error"
          actions={
            <Button size="small" onClick={() => void groups.refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(groups.error)}
        </NoticeBar>
      )}
      {groups.data !== undefined && tree.length === 0 && <p role="status">{words.noCampaigns}</p>}
      <ul>
        {tree.map((group) => (
          <Group key={group.id} group={group} searching={search !== ''} applyTo={applyTo} onChange={onChange} />
        ))}
      </ul>
    </fieldset>
  );
}

interface GroupProps extends Pick<Props, 'applyTo' | 'onChange'> {
  group: TreeGroup;
  searching: boolean;
}

function Group({ group, searching, applyTo, onChange }: GroupProps) {
  const [opened, setOpened] = useState(true);
  const box = useRef<HTMLInputElement>(null);
  const open = opened || searching;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = group.checked === 'mixed';
  }, [group.checked]);
  return (
    <li>
      <div className={styles.group}>
        <button
          type="button"
          aria-expanded={open}
          aria-label={`Campaigns of ${group.name}`}
          onClick={() => setOpened(!open)}
        >
          {open ? <ChevronDown12Regular /> : <ChevronRight12Regular />}
        </button>
        <label>
          <input
            ref={box}
            type="checkbox"
            name="applyTo"
            checked={group.checked === true}
            onChange={(event) => onChange(withGroup(applyTo, group, event.target.checked))}
          />
          <strong className="medium">{group.name}</strong>
          <span>
            {group.chosen} of {group.total}
          </span>
        </label>
      </div>
      {open && (
        <ul>
          {group.campaigns.map(({ id, name, checked }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={checked}
                  onChange={(event) => onChange(withCampaign(applyTo, group.id, id, event.target.checked))}
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
