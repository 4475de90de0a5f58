import { type CurveKind, curveMessages as words } from '../messages.ts';
import { type CurvePoint, pointName } from '../model/curve.ts';
import { describePoint } from '../model/describe-point.ts';
import styles from './curves.module.css';

interface Props {
  kind: CurveKind;
  points: readonly CurvePoint[];
  sign: string;
  name: string;
}

/** The curve as a table: a row per point, with the subscriptions behind it. */
export function CurveTable({ kind, points, sign, name }: Props) {
  const rows = points.map((point) => ({
    point,
    words: describePoint(kind, point, sign).filter(({ name: word }) => word !== 'Not yet observed'),
  }));
  return (
    <section
      className={styles.values}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
      aria-label={`${words[kind].title}, ${name}, as a table`}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{kind === 'cltv' ? 'Charge' : 'Hours'}</th>
            {rows[0]?.words.map(({ name: word }) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ point, words: cells }) => (
            <tr key={point.x} data-model={!point.observed || undefined}>
              <th scope="row">
                {pointName(kind, point.x)}
                {!point.observed && <span> not yet observed</span>}
              </th>
              {cells.map(({ name: word, text }) => (
                <td key={word}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
