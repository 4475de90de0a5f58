import { Logo } from '../../../shared/ui/Logo.tsx';
import {
  type CampaignLine,
  campaigns,
  columns,
  menu,
  sources,
  type TodayFigure,
  today,
  total,
} from './landing-figures.ts';
import { landingMessages as words } from './landing-messages.ts';
import styles from './product-picture.module.css';
import table from './report-table.module.css';
import strip from './today-strip.module.css';

/** The Reports screen, drawn with plain elements: a picture with a text alternative, nothing of it can be pressed. */
export function ProductPicture() {
  return (
    <div className={styles.frame}>
      <div className={styles.picture} role="img" aria-label={words.product}>
        <Menu />
        <div className={styles.sheet}>
          <div className={styles.titleRow}>
            <strong>Reports</strong>
            <span>All campaigns</span>
          </div>
          <Scope />
          <div className={strip.strip}>
            <div className={strip.tile} data-day>
              <span>Today</span>
              <b>Sat 21 Nov</b>
              <small>16:42, vs Fri</small>
            </div>
            {today.map((figure) => (
              <Tile key={figure.label} figure={figure} />
            ))}
          </div>
          <div className={styles.tabs}>
            {['Short report', 'Spend details', 'Income details', 'In-Apps details', 'Full report'].map((tab) => (
              <span key={tab}>{tab}</span>
            ))}
          </div>
          <Table />
        </div>
      </div>
    </div>
  );
}

function Menu() {
  return (
    <div className={styles.menu}>
      <div className={styles.brand}>
        <Logo size={22} />
        Tapwise
      </div>
      <div className={styles.search}>
        Search or jump to <i>Ctrl K</i>
      </div>
      {menu.map(({ label, entries }) => (
        <div key={label} className={styles.group}>
          <small>{label}</small>
          {entries.map(({ name, sign }) => (
            <span key={name} data-now={name === 'Reports' || undefined}>
              <svg viewBox="0 0 20 20" width="17" height="17" aria-hidden="true">
                <path d={sign} />
              </svg>
              {name}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

function Scope() {
  return (
    <div className={styles.scope}>
      <div className={styles.joined}>
        <span>
          <i className={styles.app}>M</i>Moonvale
        </span>
        <span data-rank="2">Moonvale Apps GmbH</span>
        <span>
          Last 7 days<em> · 15–21 Nov</em>
        </span>
        <span data-rank="3">
          <em>Compare</em> None
        </span>
        <span data-rank="2">Filter</span>
      </div>
      <div className={styles.live}>
        <i />
        Live
      </div>
    </div>
  );
}

function Tile({
  figure: { label, before, figure, after, change, good, age, live, line, extra },
}: {
  figure: TodayFigure;
}) {
  return (
    <div className={strip.tile} data-extra={extra || undefined}>
      <span>{label}</span>
      <b data-gain={figure.startsWith('+') || undefined}>
        {before !== undefined && <em>{before}</em>}
        {figure}
        {after !== undefined && <em> {after}</em>}
        {change !== undefined && <i data-good={good || undefined}>{change}</i>}
      </b>
      <small data-live={live || undefined}>{age}</small>
      {line !== undefined && (
        <svg viewBox="0 0 66 24" width="60" height="22" data-tone={line.tone} aria-hidden="true">
          <path d={line.path} />
        </svg>
      )}
    </div>
  );
}

/** The column that begins each source. */
const starts: ReadonlySet<number> = new Set([0, 4, 6]);
const sorted = 8;

function Table() {
  return (
    <div className={table.table}>
      <div className={table.sources}>
        <span className={table.name} />
        {sources.map(({ name, age, live, columns: width }) => (
          <span key={name} className={table.source} style={{ ['--width' as string]: width }}>
            <b data-live={live || undefined}>{name}</b> {age}
          </span>
        ))}
      </div>
      <div className={table.head}>
        <span className={table.name}>Campaign</span>
        {columns.map(({ label, unit, rank }, index) => (
          <span key={label} data-rank={rank} data-start={starts.has(index) || undefined}>
            {index === sorted && <i>↑</i>}
            <b data-sorted={index === sorted || undefined}>{label}</b>
            {unit !== '' && <em> {unit}</em>}
          </span>
        ))}
      </div>
      <Line line={total} sum />
      {campaigns.map((line) => (
        <Line key={line.name} line={line} />
      ))}
    </div>
  );
}

function Line({ line: { name, paused, young, changed, figures }, sum = false }: { line: CampaignLine; sum?: boolean }) {
  return (
    <div className={table.row} data-sum={sum || undefined} data-paused={paused || undefined}>
      <span className={table.name}>
        <b>{name}</b>
        {sum && <em> 12 campaigns</em>}
        {!sum && <i data-rank="2">{paused ? 'Paused' : 'Active'}</i>}
      </span>
      {figures.map((figure, index) => (
        <span
          key={columns[index]?.label}
          data-rank={columns[index]?.rank}
          data-start={starts.has(index) || undefined}
          data-changed={index === changed || undefined}
          data-young={(young === true && index >= 5) || undefined}
          data-tone={index !== sorted ? undefined : figure.startsWith('+') ? 'gain' : 'loss'}
        >
          {figure}
        </span>
      ))}
    </div>
  );
}
