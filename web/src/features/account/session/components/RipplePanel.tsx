import { useEffect, useState } from 'react';
import { useMediaQuery, usePageVisible } from '../../../../shared/page/browser-state.ts';
import { sessionMessages as words } from '../messages.ts';
import { paymentRows, paymentTotals } from '../model/payment-rows.ts';
import styles from './ripple-panel.module.css';

const rings = [70, 130, 205, 295, 400, 520, 650];
const stepMs = 3_000;

/** The picture beside the form, where there is room for it: payments that come back to their keywords. */
export function RipplePanel() {
  const wide = useMediaQuery('(min-width: 1024px)');
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const visible = usePageVisible();
  const step = useSteps(wide && visible && !calm);
  if (!wide) return null;
  return (
    <div className={styles.panel}>
      <div className={styles.card} aria-hidden="true" data-step={step}>
        <svg className={styles.rings} viewBox="-650 -650 1300 1300" aria-hidden="true">
          {rings.map((radius, index) => (
            <circle key={radius} r={radius} opacity={0.5 - index * 0.05} />
          ))}
          {step > 0 && <circle key={step} r="70" className={styles.widening} />}
        </svg>
        <div className={styles.ledger}>
          <div className={styles.totals}>
            {paymentTotals.map(({ label, before, figure, after }) => (
              <div key={label}>
                <span>{label}</span>
                <b>
                  <small>{before}</small>
                  {figure}
                  <small>{after}</small>
                </b>
              </div>
            ))}
          </div>
          <svg className={styles.course} viewBox="0 0 428 86" preserveAspectRatio="none" aria-hidden="true">
            <path className={styles.area} d="M0 82C56 62 88 66 130 67S222 32 282 31 346 34 427 4V86H0Z" />
            <path className={styles.line} d="M0 82C56 62 88 66 130 67S222 32 282 31 346 34 427 4" />
          </svg>
          <i className={styles.now} />
          <div className={styles.rows}>
            <div key={step} className={styles.sliding} data-moving={step > 0 || undefined}>
              {paymentRows(step).map(({ row, age }) => (
                <div key={row.keyword} className={styles.row}>
                  <b>{row.keyword}</b>
                  <span>{row.campaign}</span>
                  <em data-paid={row.what.startsWith('+') || undefined}>{row.what}</em>
                  <small>{age}</small>
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
      <p className={styles.words}>{words.line}</p>
    </div>
  );
}

/** Counts up each three seconds while it runs. */
function useSteps(running: boolean): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setStep((before) => before + 1), stepMs);
    return () => clearInterval(timer);
  }, [running]);
  return step;
}
