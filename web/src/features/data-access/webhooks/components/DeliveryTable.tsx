import { minuteMs } from '@tapwise/contract/calendar';
import { ToneBadge } from '../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { currencySymbol, formatMoney, unknown } from '../../../../shared/format/numbers.ts';
import { useClock } from '../../../../shared/page/browser-state.ts';
import type { Delivery } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';
import { deliveryBadge, eventOf, keywordOf, momentText } from '../model/delivery-texts.ts';
import styles from './deliveries.module.css';

interface Props {
  deliveries: readonly Delivery[];
  timeZone: string;
  /** The delivery that is open beside the list. */
  opened: string | null;
  onOpen: (id: string) => void;
}

export function DeliveryTable({ deliveries, timeZone, opened, onOpen }: Props) {
  const { columns } = words;
  const now = useClock((time) => Math.floor(time / minuteMs) * minuteMs);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.time}</th>
          <th scope="col">{columns.event}</th>
          <th scope="col">{columns.keyword}</th>
          <th scope="col" data-end>
            {columns.proceeds} <span>{currencySymbol('USD')}</span>
          </th>
          <th scope="col">{columns.answer}</th>
          <th scope="col" data-end>
            {columns.tries}
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => {
          const { id, created_at, proceeds, attempts, reason } = delivery;
          const time = momentText(created_at, timeZone, now);
          const badge = deliveryBadge(delivery);
          return (
            <tr key={id} data-opened={id === opened || undefined} onClick={() => onOpen(id)}>
              <td>
                <time dateTime={created_at}>{time}</time>
              </td>
              <th scope="row">
                <button
                  type="button"
                  id={`delivery-${id}`}
                  aria-label={words.open(eventOf(delivery), time)}
                  aria-current={id === opened || undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    onOpen(id);
                  }}
                >
                  {eventOf(delivery)}
                </button>
              </th>
              <td className={styles.keyword}>{keywordOf(delivery)}</td>
              <td data-end data-loss={(proceeds !== null && proceeds < 0) || undefined}>
                {proceeds === null ? unknown : formatMoney(proceeds)}
              </td>
              <td title={reason ?? undefined}>
                <ToneBadge {...badge} />
              </td>
              <td data-end>{attempts.length}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
