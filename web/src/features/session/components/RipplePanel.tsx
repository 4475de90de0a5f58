import { sessionMessages as words } from '../messages.ts';
import styles from './sign-in.module.css';

const rings = [70, 130, 205, 295, 400, 520, 650];
const rows = [0, 1, 2, 3, 4, 5];

/**
 * The picture beside the form. Without a session there are no true figures: the ledger is drawn without
 * words and figures, and the rings start at its newest row.
 */
export function RipplePanel() {
  return (
    <div className={styles.panel}>
      <svg className={styles.picture} viewBox="0 0 700 860" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {rings.map((radius, index) => (
          <circle key={radius} cx="545" cy="420" r={radius} className={styles.ring} opacity={0.5 - index * 0.05} />
        ))}
        <circle cx="545" cy="420" r="70" className={styles.pulse} />
        <g transform="translate(110 226)">
          <rect width="480" height="384" rx="10" className={styles.ledger} />
          <path className={styles.area} d="M26 150C90 116 120 138 180 136S260 92 320 90 400 96 452 60V152H26Z" />
          <path className={styles.curve} d="M26 150C90 116 120 138 180 136S260 92 320 90 400 96 452 60" />
          <circle cx="452" cy="60" r="3" className={styles.point} />
          {rows.map((row) => (
            <g key={row} transform={`translate(0 ${176 + row * 34})`}>
              <rect x="0.5" width="479" height="34" className={row === 0 ? styles.newest : styles.older} />
              <rect x="24" y="13" width={96 - ((row * 23) % 44)} height="8" rx="4" className={styles.word} />
              <rect x="196" y="14" width={84 - ((row * 17) % 32)} height="6" rx="3" className={styles.faint} />
              <rect
                x={404 + ((row * 13) % 20)}
                y="13"
                width={52 - ((row * 13) % 20)}
                height="8"
                rx="4"
                className={styles.word}
              />
            </g>
          ))}
        </g>
      </svg>
      <p className={styles.line}>{words.line}</p>
    </div>
  );
}
