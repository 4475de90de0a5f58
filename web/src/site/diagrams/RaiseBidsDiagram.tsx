import { Drawing } from './Drawing.tsx';

/** Bids of one keyword, run by run; the default step is 0.10 for each started unit. */
const bids = [0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.4, 1.4, 1.4];
const stepWidth = 60;
const heightOf = (bid: number): number => 170 - bid * 90;

/** A bid that rises in steps until the keyword gets impressions. */
export function RaiseBidsDiagram() {
  const line = bids.map((bid, run) => `${run === 0 ? 'M' : 'H'}${run * stepWidth + 40} V${heightOf(bid)}`).join(' ');
  const path = line.replace(/^M(\d+) V(\S+)/, 'M$1 $2');
  return (
    <Drawing
      description="A bid rises in steps from 0.60 to 1.40. There the keyword reaches 500 impressions, and the bid stays."
      caption="Steps grow with the bid: 0.10 below 1.00, 0.20 from 1.00 on."
      width={600}
      height={196}
    >
      <path data-line d="M40 178 H590 M40 20 V178" />
      <path data-brand d={`${path} H580`} />
      {bids.slice(0, 7).map((bid, run) => (
        <text key={bid} x={run * stepWidth + 44} y={heightOf(bid) - 6}>
          {bid.toFixed(2)}
        </text>
      ))}
      <text data-strong x={420} y={30}>
        500 impressions: done
      </text>
      <text x={44} y={192}>
        runs
      </text>
    </Drawing>
  );
}
