/** Fetches the chart library; the browser keeps it, so that a chart which follows need not wait. */
export const loadChartEngine = () => import('./chart-engine.ts');
