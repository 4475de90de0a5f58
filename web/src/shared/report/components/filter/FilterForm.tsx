import { Button, Field, Radio, RadioGroup } from '@fluentui/react-components';
import { claimLabels, statusLabels } from '../../model/scope/filter-labels.ts';
import {
  activeFilterCount,
  type ClaimFilter,
  defaultFilters,
  type Filters,
  type StatusFilter,
} from '../../model/scope/url-state.ts';
import { CountryList } from './CountryList.tsx';
import styles from './filter-picker.module.css';
import { LabelFilter } from './LabelFilter.tsx';

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
  withStatus: boolean;
  /** Whose labels can be filtered by; `null`: none. */
  labelsOf: number | null;
  onDone: () => void;
}

/** Countries, claim type and, where rows have them, status and labels. */
export function FilterForm({ filters, onChange, withStatus, labelsOf, onDone }: Props) {
  const count = activeFilterCount(filters);
  return (
    <>
      <CountryList chosen={filters.countries} onChange={(countries) => onChange({ ...filters, countries })} />
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
        {labelsOf !== null && (
          <LabelFilter
            applicationId={labelsOf}
            chosen={filters.labels}
            onChange={(labels) => onChange({ ...filters, labels })}
          />
        )}
        <div className={styles.foot}>
          <Button size="small" disabledFocusable={count === 0} onClick={() => onChange(defaultFilters)}>
            Reset
          </Button>
          <Button size="small" appearance="primary" onClick={() => onDone()}>
            Done
          </Button>
        </div>
      </div>
    </>
  );
}
