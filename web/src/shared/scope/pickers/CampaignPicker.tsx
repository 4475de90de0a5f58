import { Button, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { Megaphone16Regular } from '@fluentui/react-icons/svg/megaphone';
import { useMemo, useState } from 'react';
import { useVirtualRows } from '../../tables/use-virtual-rows.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import type { NamedCampaign } from '../campaign-names.ts';
import bar from '../scope.module.css';
import { noChoice } from '../scope-messages.ts';
import styles from './campaign-picker.module.css';

interface Props {
  campaigns: readonly NamedCampaign[];
  loading: boolean;
  /** The campaigns could not be read. */
  failed: boolean;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** How many names the button says before it counts. */
const named = 3;

/** Chooses campaigns: found by search, all shown at a time, summed up by count. */
export function CampaignPicker({ campaigns, loading, failed, chosen, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const set = new Set(chosen);
  const names = campaigns.filter(({ id }) => set.has(id)).map(({ name }) => name);
  const more = chosen.length - Math.min(named, names.length);
  const text =
    chosen.length === 0 ? 'Campaigns' : names.slice(0, named).join(', ') + (more > 0 ? `, ${more} more` : '');
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={`${bar.segment} ${styles.segment}`} title={text}>
          <Megaphone16Regular />
          <span className="visually-hidden">Campaigns: </span>
          <span className={styles.names}>{text}</span>
          {chosen.length > 0 && (
            <span className={bar.count}>
              {chosen.length}
              <span className="visually-hidden"> chosen</span>
            </span>
          )}
          <ChevronDown12Regular />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="Campaigns">
        <CampaignList campaigns={campaigns} loading={loading} failed={failed} set={set} onChange={onChange} />
        <div className="flex end">
          <Button size="small" appearance="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  );
}

const rowHeight = 32;

interface ListProps extends Pick<Props, 'campaigns' | 'loading' | 'failed' | 'onChange'> {
  set: ReadonlySet<number>;
}

function CampaignList({ campaigns, loading, failed, set, onChange }: ListProps) {
  const [search, setSearch] = useState('');
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const wanted = search.trim().toLowerCase();
  const matchingCampaigns = useMemo(
    () => campaigns.filter(({ id, name }) => name.toLowerCase().includes(wanted) || String(id) === wanted),
    [campaigns, wanted],
  );
  const keys = useMemo(() => matchingCampaigns.map(({ id }) => id), [matchingCampaigns]);
  const { items, height } = useVirtualRows({ viewport, keys, rowHeight, overscan: 8 });
  const without = (ids: readonly number[]) => [...set].filter((id) => !ids.includes(id));
  const toggle = (id: number, on: boolean) => onChange(on ? [...set, id] : without([id]));
  return (
    <>
      <SearchField label="Search campaigns" placeholder="Search by name or id" value={search} onChange={setSearch} />
      <div className="flex between">
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={matchingCampaigns.length === 0}
          onClick={() => onChange([...new Set([...set, ...matchingCampaigns.map(({ id }) => id)])])}
        >
          Select all shown ({matchingCampaigns.length})
        </Button>
        <Button size="small" appearance="subtle" disabledFocusable={set.size === 0} onClick={() => onChange([])}>
          Clear ({set.size})
        </Button>
      </div>
      <div ref={setViewport} className={styles.list}>
        {matchingCampaigns.length === 0 && (
          <p role="status">{noChoice({ loading, failed, none: campaigns.length === 0 })}</p>
        )}
        <div style={{ height, position: 'relative' }}>
          {items.map((item) => {
            const campaign = matchingCampaigns[item.index];
            if (campaign === undefined) return null;
            return (
              <label key={campaign.id} className={styles.row} style={{ top: item.start }}>
                <input
                  type="checkbox"
                  checked={set.has(campaign.id)}
                  onChange={(event) => toggle(campaign.id, event.target.checked)}
                />
                <span className={styles.names}>{campaign.name}</span>
                {campaign.status !== 'RUNNING' && <span className="flex-none muted">({campaign.status})</span>}
              </label>
            );
          })}
        </div>
      </div>
    </>
  );
}
