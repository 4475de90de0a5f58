export { readMachine, temporalFailureVariable } from './environment.ts';
export { findTemporal, obtainTemporal, type TemporalProgress } from './obtain-temporal.ts';
export { requireTemporal } from './require-temporal.ts';
export { temporalServerCommand } from './server-command.ts';
