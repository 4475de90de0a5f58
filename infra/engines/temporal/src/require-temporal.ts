import { type Machine, readMachine } from './environment.ts';
import { findTemporal } from './obtain-temporal.ts';

/**
 * The program of Temporal's dev server for specs, which do not obtain it themselves.
 * @throws Error with the reason when it is not on this machine.
 */
export async function requireTemporal(machine: Machine = readMachine()): Promise<string> {
  const installed = await findTemporal(machine);
  if (installed !== undefined) return installed;
  const reason = machine.temporalFailure ?? 'is not on this machine; npm test and npm run test:int obtain it';
  throw new Error(`Temporal's dev server ${reason}`);
}
