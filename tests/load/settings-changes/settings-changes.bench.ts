import { printMachine } from '../measuring/machine.ts';
import { measureCreation } from './creation-figures.ts';
import { measureSettings } from './settings-figures.ts';

/**
 * What changing something at the ad service costs beyond the service's own answers.
 * Usage: `settings-changes.bench.ts [keywords created] [milliseconds an answer takes] [kills]`.
 */
const [keywords = 2300, responseMs = 200, kills = 20] = process.argv.slice(2).map(Number);
await printMachine();
await measureSettings();
await measureCreation({ keywords, responseMs, kills });
// Timers of processes that died still fire, as nothing clears them.
process.exit();
