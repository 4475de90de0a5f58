import type { SeriesItem } from '@tapwise/contract';
import { ChoicePicker, SearchPicker } from '../../../../shared/scope/index.ts';
import { type ReportType, reportTypes } from '../messages.ts';
import type { ChartMetric } from '../model/chart-metrics.ts';
import type { ChartView } from '../model/chart-url.ts';
import styles from './charts.module.css';

interface Props {
  type: ReportType;
  view: ChartView;
  metrics: readonly ChartMetric[];
  items: readonly SeriesItem[];
  element: SeriesItem | null;
  onView: (part: Partial<ChartView>) => void;
}

/** Whether lines are elements of one metric ('by') or metrics of one element ('for'). */
export function ModeBar({ type, view, metrics, items, element, onView }: Props) {
  const modes = [
    { mode: 'elements', label: reportTypes[type].label },
    { mode: 'properties', label: 'Properties' },
  ] as const;
  return (
    <div className={styles.modes}>
      <fieldset className={styles.switch} aria-label="Lines are">
        {modes.map(({ mode, label }) => (
          <button
            key={mode}
            type="button"
            aria-pressed={view.mode === mode}
            onClick={() => onView({ mode, drawn: null })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <span className="flex-none text-13 muted">{view.mode === 'elements' ? 'by' : 'for'}</span>
      {view.mode === 'elements' ? (
        <ChoicePicker
          label="Metric"
          choices={metrics.map(({ name, label }) => ({ value: name, text: label }))}
          chosen={view.metric}
          onChoose={(metric) => onView({ metric })}
        />
      ) : (
        <SearchPicker
          label={reportTypes[type].one}
          choices={items.map(({ id, name }) => ({ value: String(id), text: name }))}
          chosen={element === null ? null : String(element.id)}
          onChoose={(id) => onView({ element: id })}
        />
      )}
    </div>
  );
}
