import { BrainCircuit20Regular } from '@fluentui/react-icons/svg/brain-circuit';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import type { ExplanationResponse, Metric } from '@tapwise/contract';
import { formatDate } from '../../../calendar/day-texts.ts';
import { currencySymbol, formatCount, formatExact } from '../../../format/numbers.ts';
import { reportMessages as words } from '../../messages.ts';
import { valueView } from '../../model/columns/cell-views.ts';
import {
  feesText,
  formulaText,
  type LedgerLine,
  ledgerOf,
  quantityLabel,
  quantityText,
  vatText,
} from '../../model/help/explain-figure.ts';
import { Age } from '../live/Age.tsx';
import { HelpBand } from './HelpBand.tsx';
import styles from './number-help.module.css';

interface Props {
  metric: Metric;
  response: ExplanationResponse;
  timeZone: string;
}

/** The figure, its band, the ledger that leads to it, what was counted, and how old its sources are. */
export function Explanation({ metric, response, timeZone }: Props) {
  const view = valueView(metric, response.value);
  const formula = formulaText(metric);
  const counted = response.counted.filter(({ value }) => value !== null);
  const money = metric.unit === 'money' || metric.unit === 'money_per_unit';
  return (
    <>
      <p className={styles.figure} data-tone={view.tone}>
        {money && <small>{currencySymbol(response.currency)}</small>}
        {view.text}
        {metric.unit === 'percent' && <small> %</small>}
      </p>
      <HelpBand metric={metric} response={response} />
      <h3>How it is calculated</h3>
      {formula !== null && <p className={styles.formula}>{formula}</p>}
      <Ledger lines={ledgerOf(metric, response)} />
      {response.exact_since !== null && <p>{words.exactSince(formatDate(response.exact_since))}</p>}
      {response.estimated !== null && (
        <p>
          <strong className="bold">{words.estimated}</strong>{' '}
          {words.upgradesTookBack(response.estimated, response.currency)}
        </p>
      )}
      {response.cut !== null && <p>{words.explanationCut(response.cut.listed, response.cut.live)}</p>}
      {counted.length > 0 && (
        <>
          <h3>Counted</h3>
          <dl className={styles.counted}>
            {counted.map(({ quantity, value }) => (
              <div key={quantity}>
                <dd className="semibold">{quantityText(quantity, value)}</dd>
                <dt className="text-12 muted">{quantityLabel(quantity).toLowerCase()}</dt>
              </div>
            ))}
          </dl>
        </>
      )}
      <Applied response={response} />
      <Ages response={response} metric={metric} timeZone={timeZone} />
      <Models response={response} timeZone={timeZone} />
    </>
  );
}

function Ledger({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <table className={styles.ledger}>
      <caption className="visually-hidden">How it is calculated</caption>
      <tbody>
        {lines.map(({ key, label, detail, amount, sum }) => (
          <tr key={key} data-sum={sum || undefined}>
            <th scope="row">{label}</th>
            <td>{detail}</td>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Taxes, fees and rates that turned charges into income. */
function Applied({ response }: { response: ExplanationResponse }) {
  const { vat, fees, rates, currency } = response;
  const lines: [string, string][] = [];
  if (vat.length > 0) lines.push(['VAT', vatText(vat)]);
  if (fees.length > 0) lines.push(['Store fee', feesText(fees)]);
  for (const { currency: from, rate, day } of rates) {
    lines.push([`1 ${from}`, `${formatExact(rate)} ${currency}, ${day}`]);
  }
  if (lines.length === 0) return null;
  return (
    <>
      <h3>Taxes, fees and rates</h3>
      <dl className={styles.applied}>
        {lines.map(([label, text]) => (
          <div className="flex between gap-16" key={label}>
            <dt className="flex-none">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Ages({ response, metric, timeZone }: Props) {
  const { ads, sdk, store, impression_share } = response.as_of;
  const shares = metric.group === 'impression_share';
  const ages: { label: string; instant: string | null; push: boolean }[] = [
    { label: 'Spend', instant: ads, push: false },
    { label: 'Sales', instant: store, push: true },
    { label: 'First launches', instant: sdk, push: true },
    ...(shares ? [{ label: 'Impression share', instant: impression_share, push: false }] : []),
  ];
  return (
    <>
      <h3>Ages</h3>
      <ul className={styles.ages}>
        {ages.map(({ label, instant, push }) => (
          <li key={label}>
            <Clock16Regular />
            <span>{label}</span>
            <Age instant={instant} push={push} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Models({ response, timeZone }: Omit<Props, 'metric'>) {
  if (response.models.length === 0) return null;
  return (
    <>
      <h3>Model</h3>
      <ul className={styles.models}>
        {response.models.map(({ product_id, fitted_at, trials, confidence, constant_tail }) => (
          <li key={product_id}>
            <BrainCircuit20Regular />
            <span>
              <strong>{product_id}</strong>, {formatCount(trials)} trials, {confidence} confidence
              {constant_tail && `, ${words.constantTail}`}
            </span>
            <Age instant={fitted_at} before="fitted " none="not fitted yet" timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </>
  );
}
