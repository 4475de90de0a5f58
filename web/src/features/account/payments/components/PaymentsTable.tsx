import { formatDay } from '../../../../shared/calendar/instants.ts';
import { unknown } from '../../../../shared/format/numbers.ts';
import type { Payment } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import { amountText } from '../model/offers.ts';
import styles from './payments.module.css';
import table from './tables.module.css';

/** What was charged and its outcome. Invoices are with the payment provider, who sells in our name. */
export function PaymentsTable({ payments }: { payments: readonly Payment[] }) {
  return (
    <section aria-labelledby="payments-history">
      <h2 id="payments-history" className={styles.heading}>
        {words.history}
      </h2>
      {payments.length === 0 ? (
        <p className="text-13 muted m-0">{words.noPayments}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        <section className={table.scroll} tabIndex={0} aria-label={words.historyTable}>
          <table className={table.table} aria-label={words.historyTable}>
            <thead>
              <tr>
                <th scope="col">{words.date}</th>
                <th scope="col">{words.amount}</th>
                <th scope="col">{words.state}</th>
              </tr>
            </thead>
            <tbody>
              {payments.map(({ id, at, amount, currency, state }) => (
                <tr key={id}>
                  <th scope="row">
                    <time dateTime={at}>{formatDay(at)}</time>
                  </th>
                  <td>{amountText(amount, currency) ?? unknown}</td>
                  <td>
                    <span className={styles.chip} data-tone={state === 'paid' ? undefined : tones[state]}>
                      {words.states[state]}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

const tones = { failed: 'bad', refunded: 'plain', partly_refunded: 'plain', charged_back: 'bad' } as const;
