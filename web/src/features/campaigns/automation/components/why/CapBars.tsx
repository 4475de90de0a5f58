import type { RuleVerdict } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { capName, capText, distanceText } from '../../model/amounts.ts';
import { capsOf, nearestCap } from '../../model/why.ts';
import styles from './why.module.css';

const words = automationMessages.why;

/** Inputs no cap may be set on, and the cap each of the others is compared with. */
const inputs = [
  ['impressions', 'impressions_cap'],
  ['taps', null],
  ['installs', 'installs_cap'],
  ['impression_share', 'impression_share_cap'],
  ['spend', 'spend_cap'],
  ['cpt', 'cpt_cap'],
  ['cpa', 'cpa_cap'],
] as const;

/** Every number the decision was made on, as a bar up to its cap where there is one. */
export function CapBars({ verdict, currency }: { verdict: RuleVerdict; currency: string }) {
  const stopping = verdict.verdict === 'skipped' ? null : nearestCap(verdict);
  const caps = capsOf(verdict);
  const bid = caps.find(({ cap }) => cap === 'cpt_bid_cap');
  const limiting = (cap: string | null) =>
    (verdict.limited_by === 'cpt_bid_cap' && cap === 'cpt_bid_cap') ||
    (stopping?.cap === cap && stopping?.reached === true);
  return (
    <table className={styles.bars}>
      <tbody>
        {inputs.map(([input, cap]) => {
          const limit = caps.find((candidate) => candidate.cap === cap);
          const value = limit === undefined ? (verdict.inputs[input] ?? null) : limit.value;
          const unit = cap ?? 'installs_cap';
          return (
            <Bar
              key={input}
              name={words.inputNames[input]}
              limiting={limiting(cap)}
              {...barOf(unit, value, limit?.limit ?? null, currency)}
            />
          );
        })}
        {bid !== undefined && (
          <Bar
            name={capName('cpt_bid_cap')}
            limiting={limiting('cpt_bid_cap')}
            {...barOf('cpt_bid_cap', bid.value, bid.limit, currency)}
          />
        )}
      </tbody>
    </table>
  );
}

interface BarProps {
  name: string;
  limiting: boolean;
  value: string;
  limit: string;
  /** How much of the cap is used, 0 to 1; `null` without one. */
  share: number | null;
  distance: string;
}

function barOf(cap: string, value: number | null, limit: number | null, currency: string) {
  return {
    value: capText(cap, value, currency),
    limit: limit === null ? '' : capText(cap, limit, currency),
    share: limit === null || value === null || limit <= 0 ? null : Math.max(0, Math.min(1, value / limit)),
    distance: limit === null ? '' : distanceText(cap, value, limit, currency),
  };
}

function Bar({ name, limiting, value, limit, share, distance }: BarProps) {
  return (
    <tr data-limiting={limiting || undefined} title={distance === '' ? undefined : distance}>
      <th scope="row">{name}</th>
      <td>
        <span className={styles.track} data-none={share === null || undefined} aria-hidden="true">
          {share !== null && <span style={{ width: `${share * 100}%` }} />}
        </span>
      </td>
      <td>{value}</td>
      <td>
        {limit === '' ? words.unset : `${words.of} ${limit}`}
        {distance !== '' && <span className="visually-hidden">, {distance}</span>}
      </td>
    </tr>
  );
}
