export { findTemporal, obtainTemporal, type TemporalProgress } from './obtain-temporal.ts';
export { temporalServerCommand } from './server-command.ts';
