import styles from './chart.module.css';
import type { ChartLine } from './chart-model.ts';
import { LineMark } from './LineMark.tsx';

interface Props {
  lines: readonly ChartLine[];
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
  /** Said at the end when the last bucket still runs. */
  running: string | null;
  /** Names the dashed lines of the earlier period, when there are any. */
  before?: string | null;
}

/** What is drawn, under the chart: a press takes a line away or brings it back, a double press leaves it alone. */
export function ChartLegend({ lines, hidden, onHide, running, before = null }: Props) {
  function toggle(id: string): void {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onHide(next);
  }
  return (
    <ul className={styles.legend} aria-label="Legend">
      {lines.map((line) => (
        <li key={line.id}>
          <button
            type="button"
            aria-pressed={!hidden.has(line.id)}
            onClick={() => toggle(line.id)}
            onDoubleClick={() => onHide(new Set(lines.map(({ id }) => id).filter((id) => id !== line.id)))}
          >
            <LineMark slot={line.slot} />
            <span>{line.name}</span>
          </button>
        </li>
      ))}
      {before !== null && <Note dash="6 4" text={before} />}
      {running !== null && <Note dash="1.5 3" text={running} />}
    </ul>
  );
}

function Note({ dash, text }: { dash: string; text: string }) {
  return (
    <li className={styles.note}>
      <svg width="20" height="10" viewBox="0 0 20 10" aria-hidden="true">
        <path d="M0 5h20" stroke="currentColor" strokeWidth="2" strokeDasharray={dash} />
      </svg>
      {text}
    </li>
  );
}
