import { Dismiss12Regular } from '@fluentui/react-icons/svg/dismiss';
import { useQuery } from '@tanstack/react-query';
import { labelMessages as words } from '../../../campaigns/labels/label-messages.ts';
import { labelsOptions } from '../../../campaigns/labels/labels-query.ts';
import { claimLabels, statusLabels } from '../../model/scope/filter-labels.ts';
import { defaultFilters, type Filters } from '../../model/scope/url-state.ts';
import styles from '../scope/scope-bar.module.css';

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Application of the labels that are filtered by. */
  labelsOf?: number | null;
}

const named = 3;

/** The filters at work, each with a way to be rid of it. */
export function FilterTags({ filters, onChange, labelsOf = null }: Props) {
  const { countries, claim, status, labels } = filters;
  const existing = useQuery(labelsOptions(labels.length === 0 ? null : labelsOf)).data ?? [];
  const tags: { text: string; without: Partial<Filters> }[] = [];
  if (countries.length > 0) {
    const more = countries.length > named ? `, ${countries.length - named} more` : '';
    tags.push({ text: countries.slice(0, named).join(', ') + more, without: { countries: [] } });
  }
  if (claim !== defaultFilters.claim) tags.push({ text: claimLabels[claim], without: { claim: defaultFilters.claim } });
  if (status !== defaultFilters.status) {
    tags.push({ text: `Status: ${statusLabels[status]}`, without: { status: defaultFilters.status } });
  }
  if (labels.length > 0) {
    const names = labels.map((id) => existing.find((label) => label.id === id)?.name ?? words.unnamed(id));
    tags.push({ text: words.names(names), without: { labels: [] } });
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
