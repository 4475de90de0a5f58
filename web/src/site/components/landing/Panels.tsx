import { explained, keywords } from './landing-figures.ts';
import { landingMessages as words } from './landing-messages.ts';
import styles from './panels.module.css';

const rings = [110, 190, 280, 380, 490];

/** The ground of a picture: rings around what has just happened. */
function Rings({ x, y }: { x: string; y: string }) {
  return (
    <svg className={styles.rings} aria-hidden="true">
      {rings.map((radius, index) => (
        <circle key={radius} cx={x} cy={y} r={radius} style={{ opacity: 0.16 - index * 0.03 }} />
      ))}
    </svg>
  );
}

/** Keywords with what they cost and what they brought. */
export function KeywordPanel() {
  return (
    <div className={styles.panel} role="img" aria-label={words.report.picture}>
      <Rings x="82%" y="38%" />
      <div className={styles.card} data-wide>
        <div className={styles.keyword} data-head>
          <span>Keyword</span>
          {['Spend', 'Income', 'Result'].map((label) => (
            <span key={label}>
              {label} <em>$</em>
            </span>
          ))}
        </div>
        {keywords.map(({ name, figures: [spend, income, result], changed }) => (
          <div key={name} className={styles.keyword}>
            <b>{name}</b>
            <span>{spend}</span>
            <span data-changed={changed || undefined}>{income}</span>
            <span data-tone={result.startsWith('+') ? 'gain' : 'loss'}>{result}</span>
          </div>
        ))}
        <div className={styles.sources}>
          <span data-live>income live</span>
          <span data-age>spend 2 h old</span>
        </div>
      </div>
    </div>
  );
}

const at = (part: number) => ({ left: `${part * 100}%` });

/** One predicted figure with its band, its terms, what was counted and how old it is. */
export function ExplainedPanel() {
  const { band, ends } = explained;
  return (
    <div className={styles.panel} role="img" aria-label={words.explained.picture}>
      <Rings x="64%" y="40%" />
      <div className={styles.card} data-explained>
        <strong>{explained.title}</strong>
        <p>{explained.of}</p>
        <div className={styles.figure}>
          {explained.figure}
          <em> %</em>
        </div>
        <div className={styles.band}>
          <small style={at(band.breakEven)}>break-even 100</small>
          <div className={styles.track}>
            <i style={{ ...at(band.low), width: `${(band.high - band.low) * 100}%` }} />
            <u style={at(band.breakEven)} />
            <b style={at(band.point)} />
          </div>
          <small data-end style={at(band.low)}>
            {ends[0]}
          </small>
          <small data-end style={at(band.high)}>
            {ends[1]}
          </small>
        </div>
        <p data-small>80 % band: 8 final figures in 10 land inside.</p>
        <div className={styles.heading}>How it is calculated</div>
        {explained.lines.map(([label, term, amount]) => (
          <div key={label} className={styles.term} data-sum={explained.sums.some((sum) => sum === label) || undefined}>
            <span>{label}</span>
            <small>{term}</small>
            <span>{amount}</span>
          </div>
        ))}
        <div className={styles.heading}>Counted</div>
        <div className={styles.counted}>
          {explained.counted.map(([count, what]) => (
            <span key={what}>
              <b>{count}</b>
              {what}
            </span>
          ))}
        </div>
        <div className={styles.heading}>Ages</div>
        {explained.ages.map(([source, age]) => (
          <div key={source} className={styles.age} data-live={age.startsWith('live') || undefined}>
            <span>{source}</span>
            <small>{age}</small>
          </div>
        ))}
      </div>
    </div>
  );
}
