export { ChartCanvas, type ChartHandle, type ChartLayout, type ChartView } from './ChartCanvas.tsx';
export { ChartLegend } from './ChartLegend.tsx';
export { type ChartModel, formatValue, sayPoint } from './chart-model.ts';
export { type ChartTokens, seriesColors, seriesVariable } from './chart-tokens.ts';
export { LineMark } from './LineMark.tsx';
export { datesHeight, lineOfSeries, lineOption, seriesOfLine } from './line-option.ts';
export { assignSlots } from './series-look.ts';
export { tooltipBox, tooltipContent } from './tooltip-content.ts';
