import { decimalsOf } from '@tapwise/contract/money';
import { currencySymbol, formatDecimals } from '../../../../../shared/format/numbers.ts';
import { panelWords as words } from '../../messages/panel-words.ts';
import type { FrozenValues } from '../../model/dry-run/frozen-values.ts';
import styles from './panel.module.css';

const width = 228;
const height = 84;

/** One unit over the next seven runs if no figure changes: with the rest after a change, and dotted without it. */
export function FrozenChart({ frozen, currency }: { frozen: FrozenValues; currency: string }) {
  const { name, values, without } = frozen;
  const text = (value: number | undefined) => formatDecimals(value ?? 0, decimalsOf(currency));
  const all = [...values, ...(without ?? [])];
  const most = Math.max(...all);
  const least = Math.min(...all);
  const span = most - least || 1;
  const at = (value: number) => 4 + ((most - value) / span) * (height - 8);
  const steps = (line: readonly number[]) => stepPath(line, at);
  const last = values.at(-1) ?? 0;
  const end = without?.at(-1);
  const differs = end !== undefined && end !== last;
  return (
    <figure className={styles.frozen}>
      <figcaption>
        <strong>{words.frozenTitle}</strong> {words.frozenNote(name, currencySymbol(currency))}
      </figcaption>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description(text, values, without)}>
          {differs && without !== null && <path d={steps(without)} data-without />}
          <path d={steps(values)} data-with />
          <circle cx={width - 2} cy={at(last)} r="2.5" />
        </svg>
        <span style={{ top: at(last) }}>{isRest(values) ? words.rests(text(last)) : words.end(text(last))}</span>
        {differs && (
          <span className="muted" style={{ top: apart(at(end), at(last)) }}>
            {words.without(text(end))}
          </span>
        )}
      </div>
    </figure>
  );
}

const isRest = (values: readonly number[]): boolean => values.at(-1) === values.at(-2);

/** Two labels never lie over each other. */
const apart = (top: number, otherTop: number): number =>
  Math.abs(top - otherTop) < 17 ? otherTop + (top < otherTop ? -17 : 17) : top;

function stepPath(line: readonly number[], at: (value: number) => number): string {
  const step = (width - 2) / Math.max(line.length - 1, 1);
  return line.map((value, index) => (index === 0 ? `M0 ${at(value)}` : `H${index * step}V${at(value)}`)).join('');
}

function description(
  text: (value: number | undefined) => string,
  values: readonly number[],
  without: readonly number[] | null,
): string {
  const start = words.frozenText(text(values[0]), text(values.at(-1)));
  return without === null ? start : `${start}, ${words.frozenWithout(text(without.at(-1)))}`;
}
