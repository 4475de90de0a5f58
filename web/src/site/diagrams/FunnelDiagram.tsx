import { Drawing } from './Drawing.tsx';

const stages = [
  { name: 'Impressions', count: 20_000, ratio: '' },
  { name: 'Taps', count: 1_600, ratio: 'TTR 8 %' },
  { name: 'Installs', count: 960, ratio: 'CR 60 %' },
  { name: 'Trials', count: 192, ratio: 'Install to trial 20 %' },
  { name: 'Conversions', count: 77, ratio: 'Trial to conversion 40 %' },
];
const rowHeight = 34;

/** From impressions to paying subscribers; bars by the logarithm, because stages differ so much. */
export function FunnelDiagram() {
  const widthOf = (count: number): number => (Math.log10(count) / Math.log10(20_000)) * 300;
  return (
    <Drawing
      description="20,000 impressions, 1,600 taps, 960 installs, 192 trials, 77 conversions, with the ratio of each to the one before."
      caption="Each ratio compares a stage with the one before it. Bars are on a logarithmic scale."
      width={600}
      height={stages.length * rowHeight}
    >
      {stages.map(({ name, count, ratio }, row) => (
        <g key={name}>
          <text data-strong x={0} y={row * rowHeight + 20}>
            {name}
          </text>
          <rect data-bar x={110} y={row * rowHeight + 6} width={widthOf(count)} height={20} rx={3} />
          <text x={118 + widthOf(count)} y={row * rowHeight + 20}>
            {count.toLocaleString('en-US')}
            {ratio === '' ? '' : `, ${ratio}`}
          </text>
        </g>
      ))}
    </Drawing>
  );
}
