import { spawn } from 'node:child_process';
import { childEnvironment } from '@tapwise/adapters';
import { printMachine } from '../measuring/machine.ts';
import { measureCreation } from '../settings-changes/creation-figures.ts';
import { measureLimit } from './limit-figures.ts';
import { measureLoadDays } from './load-days-figures.ts';
import { measurePulls } from './pull-figures.ts';

/**
 * The Apple Ads Platform API against the version before it: calls, times, what kills leave, and how the limit of calls is kept.
 * Usage: `npm run bench -- ads-api[:creation|:pulls|:load-days|:limit|:faults …]`; all of them without a name.
 */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  creation: () => measureCreation({ keywords: 2300, responseMs: 20, kills: 25, api: 'v1', callsAim: 1.05 }),
  pulls: measurePulls,
  'load-days': measureLoadDays,
  limit: measureLimit,
  faults: measureFaults,
};
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new RangeError(`Not a part: ${unknown.join(', ')}`);

await printMachine();
for (const name of requested.length > 0 ? requested : Object.keys(parts)) await parts[name]?.();
// Timers of processes that died still fire, as nothing clears them.
process.exit(process.exitCode);

/** Edits and creations of the whole product over version 1, while its parts are killed 25 times. */
async function measureFaults(): Promise<void> {
  const bench = 'tests/load/settings-changes/settings-changes-faults.bench.ts';
  const child = spawn(process.execPath, ['--import', 'tsx', bench, '25'], {
    stdio: 'inherit',
    env: childEnvironment({ APPLE_ADS_API: 'v1' }),
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) process.exitCode = 1;
}
