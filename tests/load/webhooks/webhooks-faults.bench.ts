import { randomInt } from 'node:crypto';
import { deliverWithKills } from '../../faults/webhooks/killed-deliveries.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * Webhooks to twenty addresses, three of which never take anything, while the process that posts them is killed at random moments; then
 * what was received is compared with what happened. Usage: `webhooks-faults.bench.ts [events] [kills] [seed] [minutes]`.
 */
const events = Number(process.argv[2] ?? 100_000);
const kills = Number(process.argv[3] ?? 20);
const seed = Number(process.argv[4] ?? randomInt(2 ** 31));
const timeoutMs = 60_000 * Number(process.argv[5] ?? 8);

await printMachine();
const world = { events, endpoints: 20, dead: 3, kills, seed, timeoutMs };
const { seconds, received, posts, deadPosts, lost, outOfSequence, changed } = await deliverWithKills(world);
console.log(`events: ${events} in ${seconds.toFixed(0)} s; kills: ${kills}, seed ${seed}`);
console.log(`received by the 17 addresses that live: ${received} in ${posts} posts; posts to the dead: ${deadPosts}`);
console.log(`lost: ${lost} (aim 0); out of sequence: ${outOfSequence} (aim 0); bodies changed: ${changed} (aim 0)`);
process.exit(lost + outOfSequence + changed === 0 ? 0 : 1);
