import type { SdkVersion } from '@tapwise/contract/sdk-versions';
import { formatInstant } from '../../../../../shared/calendar/instants.ts';
import { formatCount, formatPercent } from '../../../../../shared/format/numbers.ts';
import { sdkMessages as words } from '../../sdk-messages.ts';
import styles from './sdk.module.css';

/** A row for each version, the most used first. */
export function SdkVersionTable({ versions }: { versions: readonly SdkVersion[] }) {
  const { columns } = words;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.scroll} tabIndex={0} aria-label={words.versions}>
      <table className={styles.table} aria-label={words.versions}>
        <thead>
          <tr>
            <th scope="col">{columns.version}</th>
            <th scope="col">{columns.share}</th>
            <th scope="col">{columns.installs}</th>
            <th scope="col">{columns.tokens}</th>
            <th scope="col">{columns.pending}</th>
            <th scope="col">{columns.refused}</th>
            <th scope="col">{columns.newest}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((row) => (
            <VersionRow key={row.version ?? ''} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function VersionRow({ row }: { row: SdkVersion }) {
  const { version, age, newest_install_at: newest } = row;
  return (
    <tr>
      <th scope="row">
        {version ?? words.unnamed}{' '}
        {age !== 'unknown' && (
          <span className="badge" data-tone={age === 'newest' ? 'blue' : undefined}>
            {words.ages[age]}
          </span>
        )}
      </th>
      <td>{formatPercent(row.install_share)}</td>
      <td>{formatCount(row.installs)}</td>
      <td data-trouble={row.lacks_tokens || undefined}>{formatPercent(row.token_share)}</td>
      <td>{formatPercent(row.pending_share)}</td>
      <td data-trouble={row.refused_often || undefined}>{formatCount(row.refused_calls)}</td>
      <td>{newest === null ? formatInstant(null) : <time dateTime={newest}>{formatInstant(newest)}</time>}</td>
    </tr>
  );
}
