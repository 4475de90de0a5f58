import { Dismiss12Regular } from '@fluentui/react-icons/svg/dismiss';
import { claimLabels, statusLabels } from '../../model/scope/filter-labels.ts';
import { defaultFilters, type Filters } from '../../model/scope/url-state.ts';
import styles from '../scope/scope-bar.module.css';

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const named = 3;

/** The filters at work, each with a way to be rid of it. */
export function FilterTags({ filters, onChange }: Props) {
  const { countries, claim, status } = filters;
  const tags: { text: string; without: Partial<Filters> }[] = [];
  if (countries.length > 0) {
    const more = countries.length > named ? `, ${countries.length - named} more` : '';
    tags.push({ text: countries.slice(0, named).join(', ') + more, without: { countries: [] } });
  }
  if (claim !== defaultFilters.claim) tags.push({ text: claimLabels[claim], without: { claim: defaultFilters.claim } });
  if (status !== defaultFilters.status) {
    tags.push({ text: `Status: ${statusLabels[status]}`, without: { status: defaultFilters.status } });
  }
  return tags.map(({ text, without }) => (
    <span key={text} className={styles.tag}>
      {text}
      <button type="button" aria-label={`Remove filter ${text}`} onClick={() => onChange({ ...filters, ...without })}>
        <Dismiss12Regular />
      </button>
    </span>
  ));
}
