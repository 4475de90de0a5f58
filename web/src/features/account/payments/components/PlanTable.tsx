import type { Plan, PlanLevel } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import { countText, priceText } from '../model/offers.ts';
import styles from './tables.module.css';

/** All plans beside each other, so that comparing needs no slider. */
export function PlanTable({ plans, chosen }: { plans: readonly Plan[]; chosen: PlanLevel }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.scroll} tabIndex={0} aria-label={words.table}>
      <table className={`${styles.table} ${styles.plans}`} aria-label={words.table}>
        <thead>
          <tr>
            <th scope="col">{words.plan}</th>
            <th scope="col">{words.monthly}</th>
            <th scope="col">{words.annual}</th>
            <th scope="col">{words.annualPerMonth}</th>
            <th scope="col">{words.savingColumn}</th>
          </tr>
        </thead>
        <tbody>
          {plans.map(({ level, installs, monthly, annual, annual_per_month, saving_percent }) => (
            <tr key={level} data-chosen={level === chosen || undefined}>
              <th scope="row">{words.planName(countText(installs))}</th>
              <td>{priceText(monthly)}</td>
              <td>{priceText(annual)}</td>
              <td>{priceText(annual_per_month)}</td>
              <td>{saving_percent} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
