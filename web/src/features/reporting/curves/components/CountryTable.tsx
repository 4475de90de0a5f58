import { Button } from '@fluentui/react-components';
import { ArrowDown12Filled } from '@fluentui/react-icons/svg/arrow-down';
import { Table20Regular } from '@fluentui/react-icons/svg/table';
import { countryName } from '../../../../shared/format/country-names.ts';
import { formatCount, formatMoney, formatPercent } from '../../../../shared/format/numbers.ts';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import type { CountryRow } from '../model/curve.ts';
import styles from './country-table.module.css';

interface Props {
  kind: CurveKind;
  rows: readonly CountryRow[];
  chosen: string | null;
  sign: string;
  onCountry: (country: string | null) => void;
  asTable: boolean;
  onAsTable: (on: boolean) => void;
}

/** Every country with its first value and how many subscriptions it rests on; a press draws its curve. */
export function CountryTable({ kind, rows, chosen, sign, onCountry, asTable, onAsTable }: Props) {
  const most = rows.reduce((size, { value }) => Math.max(size, value), 0);
  return (
    <section className={styles.countries} aria-labelledby="countries-title">
      <h2 id="countries-title">{words[kind].table}</h2>
      <div className={styles.countryBox}>
        <table>
          <thead>
            <tr>
              <th scope="col">Country</th>
              <th scope="col">{words[kind].counted}</th>
              <th scope="col" aria-sort="descending">
                <ArrowDown12Filled className={styles.sorted} aria-hidden />
                {kind === 'cltv' ? 'LTV' : 'Chance'}{' '}
                <span className="regular muted">{kind === 'cltv' ? sign : '%'}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.country ?? ''} data-row-id={row.country ?? 'world'} aria-current={row.country === chosen}>
                <th scope="row">
                  <button type="button" onClick={() => onCountry(row.country)}>
                    {row.country === null ? words.worldwide : countryName(row.country)}
                  </button>
                </th>
                <td>{formatCount(row.count)}</td>
                <td data-leaning={row.leaning || undefined}>
                  <span className={styles.bar} data-world={row.country === null || undefined} aria-hidden="true">
                    <span style={{ width: `${most === 0 ? 0 : (row.value / most) * 100}%` }} />
                  </span>
                  {kind === 'cltv' ? formatMoney(row.value) : formatPercent(row.value)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.some(({ leaning }) => leaning) && <p className="text-12 leading-16 muted m-0">{words.hatched}</p>}
      <Button size="small" icon={<Table20Regular />} aria-pressed={asTable} onClick={() => onAsTable(!asTable)}>
        {asTable ? words.tableClose : words.tableOpen}
      </Button>
    </section>
  );
}
