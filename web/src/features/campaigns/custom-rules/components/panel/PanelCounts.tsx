import { currencySymbol, formatCount, formatGain } from '../../../../../shared/format/numbers.ts';
import type { CustomDryRun } from '../../api/custom-rule-types.ts';
import { panelWords as words } from '../../messages/panel-words.ts';
import styles from './panel.module.css';

/** Five figures of what would happen, and in words what is in none of them. */
export function PanelCounts({ dryRun, currency }: { dryRun: CustomDryRun; currency: string }) {
  const { counts, exposure } = dryRun;
  const others = words.others(counts.skipped, counts.limited, counts.failed);
  const figures = [
    { value: formatCount(counts.acted), label: words.change },
    { value: formatCount(counts.no_match), label: words.noMatch },
    { value: formatCount(counts.no_data), label: words.noData },
    { value: formatCount(counts.on_hold), label: words.onHold },
    { value: formatGain(Math.round(exposure * 100) / 100), label: words.aDay(currencySymbol(currency)) },
  ];
  return (
    <>
      <dl className={styles.counts} aria-label={words.counts}>
        {figures.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {others !== '' && <p className={styles.note}>{others}</p>}
    </>
  );
}
