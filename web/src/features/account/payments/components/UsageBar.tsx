import type { BillingStatus } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import { countText, monthName } from '../model/offers.ts';
import styles from './status-panel.module.css';

interface Props {
  usage: BillingStatus['usage'];
  /** Installs a month that the bar is full at; `null` where none is known. */
  limit: number | null;
}

/** First launches of the month over all applications, beside what the plan holds. The tick is at four fifths. */
export function UsageBar({ usage: { month, installs }, limit }: Props) {
  const part = limit === null || limit === 0 ? 0 : installs / limit;
  const amount = limit === null ? countText(installs) : `${countText(installs)} ${words.of(countText(limit))}`;
  return (
    <section aria-label={words.usage}>
      <div className={styles.usageHead}>
        <h2>{words.usageIn(monthName(month))}</h2>
        <p>
          <strong>{countText(installs)}</strong> {limit !== null && words.of(countText(limit))}
        </p>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={words.usage}
        aria-valuemin={0}
        aria-valuemax={limit ?? installs}
        aria-valuenow={Math.min(installs, limit ?? installs)}
        aria-valuetext={amount}
      >
        <span style={{ width: `${Math.min(1, part) * 100}%` }} data-over={part > 1 || undefined} />
      </div>
      <div className={styles.usageFoot}>
        {limit !== null && <span>{words.used(String(Math.floor(part * 100)))}</span>}
        <span>{words.overLimit}</span>
      </div>
    </section>
  );
}
