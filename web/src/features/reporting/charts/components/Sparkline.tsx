import { seriesVariable } from '../../../../shared/chart/index.ts';

const width = 52;
const height = 18;
const pad = 3;

/** The course of a row in small; the same figures are in the chart and its table, so it is decoration. */
export function Sparkline({ values, slot }: { values: readonly (number | null)[]; slot: number | null }) {
  const defined = values.filter((value) => value !== null);
  if (defined.length < 2) return null;
  const low = Math.min(...defined);
  const size = Math.max(...defined) - low || 1;
  const x = (index: number) => pad + (index / Math.max(1, values.length - 1)) * (width - 2 * pad);
  const y = (value: number) => height - pad - ((value - low) / size) * (height - 2 * pad);
  let path = '';
  let open = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${open ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    open = value !== null;
  }
  const end = values.findLastIndex((value) => value !== null);
  const color = slot === null ? 'var(--colorNeutralForeground3)' : seriesVariable(slot);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke={color} strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={x(end)} cy={y(values[end] ?? low)} r="2.25" fill={color} />
    </svg>
  );
}
