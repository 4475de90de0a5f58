import type { ExplanationResponse, Metric } from '@tapwise/contract';
import { reportMessages as words } from '../../messages.ts';
import { bandView, breakEvenText, figureText } from '../../model/help/explain-figure.ts';
import styles from './number-help.module.css';

/** The band of a predicted figure on its track, with the point where money comes back. */
export function HelpBand({ metric, response }: { metric: Metric; response: ExplanationResponse }) {
  const view = bandView(metric, response);
  if (view === null || response.band === null) return null;
  const at = (share: number) => `${share * 100}%`;
  const low = figureText(metric, response.band.low);
  const high = figureText(metric, response.band.high);
  return (
    <div className={styles.band}>
      {view.breakEven !== null && (
        <span className={styles.breakEven} style={{ left: at(view.breakEven) }}>
          {breakEvenText(metric)}
        </span>
      )}
      <div className={styles.track} role="img" aria-label={`From ${low} to ${high}`}>
        <span className={styles.fill} style={{ left: at(view.low), width: at(view.high - view.low) }} />
        {view.breakEven !== null && <span className={styles.mark} style={{ left: at(view.breakEven) }} />}
        <span className={styles.point} style={{ left: at(view.point) }} />
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span style={{ left: at(view.low) }}>{low}</span>
        <span style={{ left: at(view.high) }}>{high}</span>
      </div>
      <p>{words.bandMeaning}</p>
    </div>
  );
}
