import { Button, Field, Popover, PopoverSurface, PopoverTrigger, Radio, RadioGroup } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { Filter16Regular } from '@fluentui/react-icons/svg/filter';
import { lazy, Suspense, useState } from 'react';
import { claimLabels, statusLabels } from '../model/filter-labels.ts';
import {
  activeFilterCount,
  type ClaimFilter,
  defaultFilters,
  type Filters,
  type StatusFilter,
} from '../model/url-state.ts';
import styles from './filter-picker.module.css';
import bar from './scope-bar.module.css';

/** The list of countries is only fetched by those who open the filter. */
const CountryList = lazy(async () => ({ default: (await import('./CountryList.tsx')).CountryList }));

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Reports without objects of their own have no status to filter by. */
  withStatus?: boolean;
}

/** Countries, claim type and status. What is chosen takes effect with Update. */
export function FilterPicker({ filters, onChange, withStatus = true }: Props) {
  const [open, setOpen] = useState(false);
  const count = activeFilterCount(filters);
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={bar.segment}>
          <Filter16Regular />
          <span>Filter</span>
          {count > 0 && <span className={bar.count}>{count}</span>}
          <ChevronDown12Regular />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="Filter">
        <Suspense fallback={<p role="status">Loading...</p>}>
          <CountryList chosen={filters.countries} onChange={(countries) => onChange({ ...filters, countries })} />
        </Suspense>
        <div className={styles.choices}>
          <Field label="Claim type">
            <RadioGroup
              value={filters.claim}
              onChange={(_, data) => onChange({ ...filters, claim: data.value as ClaimFilter })}
            >
              {Object.entries(claimLabels).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </RadioGroup>
          </Field>
          {withStatus && (
            <Field label="Status">
              <RadioGroup
                value={filters.status}
                onChange={(_, data) => onChange({ ...filters, status: data.value as StatusFilter })}
              >
                {Object.entries(statusLabels).map(([value, label]) => (
                  <Radio key={value} value={value} label={label} />
                ))}
              </RadioGroup>
            </Field>
          )}
          <div className={styles.foot}>
            <Button size="small" disabledFocusable={count === 0} onClick={() => onChange(defaultFilters)}>
              Reset
            </Button>
            <Button size="small" appearance="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
