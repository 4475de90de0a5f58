import { seriesVariable } from './chart-tokens.ts';
import { type SeriesLook, seriesLook } from './series-look.ts';

const dashArrays = { solid: undefined, dashed: '5 3', dotted: '1.5 3' } as const;
const shapes: Record<SeriesLook['symbol'], string | null> = {
  none: null,
  diamond: 'M10 1.5 13.5 5 10 8.5 6.5 5Z',
  rect: 'M7.5 2.5h5v5h-5Z',
  triangle: 'M10 1.5 13.5 8h-7Z',
  circle: 'M10 2a3 3 0 1 1 0 6 3 3 0 1 1 0-6Z',
};

/** A short piece of a line as the chart draws it. */
export function LineMark({ slot }: { slot: number }) {
  const { dash, symbol } = seriesLook(slot);
  const color = seriesVariable(slot);
  const shape = shapes[symbol];
  return (
    <svg width="20" height="10" viewBox="0 0 20 10" aria-hidden="true" focusable="false">
      <path d="M0 5h20" stroke={color} strokeWidth="2" strokeDasharray={dashArrays[dash]} />
      {shape !== null && <path d={shape} fill={color} />}
    </svg>
  );
}
