import { Link } from 'react-router-dom';
import { formatDay } from '../../../../../shared/calendar/day-texts.ts';
import type { AutomationUrl } from '../../../automation/index.ts';
import type { Conflicts } from '../../api/custom-rule-types.ts';
import { conflictWords as words } from '../../messages/conflict-words.ts';
import styles from './conflicts.module.css';

interface Props {
  conflicts: Conflicts;
  nameOf: (rule: number) => string;
  url: AutomationUrl;
}

const dayOf = (instant: string): string => formatDay(instant.slice(0, 10), instant.slice(0, 10));

/** Units that rules turn up and down, rules that never match, and rules that come too late. */
export function ConflictFacts({ conflicts: { oscillating, never_matched, covered }, nameOf, url }: Props) {
  const link = (id: number) => <Link to={url.addressOf(id)}>{nameOf(id)}</Link>;
  return (
    <>
      {oscillating.length > 0 && (
        <section>
          <h2>{words.oscillating}</h2>
          <ul className={styles.facts}>
            {oscillating.map(({ key, name, campaign_name, field, turns, until, rules }) => (
              <li key={`${key} ${field}`} data-row-id={key}>
                <strong>{name}</strong> {name !== campaign_name && words.in(campaign_name)}
                <small>
                  {words.oscillatingText(words.fields[field] ?? field, turns, dayOf(until))}:{' '}
                  {rules.map(nameOf).join(', ')}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {never_matched.length > 0 && (
        <section>
          <h2>{words.neverMatched}</h2>
          <ul className={styles.facts}>
            {never_matched.map(({ id, since }) => (
              <li key={id}>
                {link(id)} {words.neverText(dayOf(since))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {covered.length > 0 && (
        <section>
          <h2>{words.covered}</h2>
          <ul className={styles.facts}>
            {covered.map(({ id, by }) => (
              <li key={`${id} ${by}`}>
                {link(id)}: {words.coveredText(nameOf(by))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
