import { collectDefaultMetrics, Registry } from 'prom-client';

/** The figures of this process, for a scraper. */
export const metricsRegistry = new Registry();
collectDefaultMetrics({ register: metricsRegistry });

/** All figures in Prometheus' text form. */
export const metricsText = (): Promise<string> => metricsRegistry.metrics();
