import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { Filter16Regular } from '@fluentui/react-icons/svg/filter';
import { usePopoverPart } from '../../../page/lazy-part.tsx';
import bar from '../../../scope/scope.module.css';
import { activeFilterCount, type Filters } from '../../model/scope/url-state.ts';
import styles from './filter-picker.module.css';

/** What can be filtered by is only fetched by those who open the filter. */
const loadForm = async () => (await import('./FilterForm.tsx')).FilterForm;

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Reports without objects of their own have no status to filter by. */
  withStatus?: boolean;
  /** Application whose labels can be filtered by; those who see no labels have none. */
  labelsOf?: number | null;
}

/** Countries, claim type, status and labels. What is chosen takes effect with Update. */
export function FilterPicker({ filters, onChange, withStatus = true, labelsOf = null }: Props) {
  const { Part: FilterForm, popover, fetchAhead, close } = usePopoverPart(loadForm);
  const count = activeFilterCount(filters);
  return (
    <Popover {...popover} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={bar.segment} onPointerEnter={fetchAhead} onFocus={fetchAhead}>
          <Filter16Regular />
          <span>Filter</span>
          {count > 0 && <span className={bar.count}>{count}</span>}
          <ChevronDown12Regular />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="Filter">
        {FilterForm !== null && (
          <FilterForm
            filters={filters}
            onChange={onChange}
            withStatus={withStatus}
            labelsOf={labelsOf}
            onDone={close}
          />
        )}
      </PopoverSurface>
    </Popover>
  );
}
