import { randomInt } from 'node:crypto';
import { killedParts, shufflePayments } from '../../faults/payments/shuffled-payments.ts';
import { randomDraws } from '../../predictions/random-draws.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * 10,000 payment notifications, each twice and in random order, through the endpoint while parts are killed; then what each team is
 * answered is compared with the provider's newest word. Usage: `payments-shuffled.bench.ts [kills] [seed]`.
 */
const kills = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));

await printMachine();
const size = { teams: 40, notificationsPerTeam: 250, kills };
const figures = await shufflePayments(randomDraws(seed), size);
const { teams, notifications, posts, repeats, seconds, differences, misrecorded } = figures;
console.log(`kills of ${killedParts.join(', ')}: ${kills} in ${seconds.toFixed(0)} s, seed ${seed}`);
console.log(`notifications: ${notifications} of ${teams} teams, posted ${posts} times, ${repeats} sent again`);
console.log(`not recorded exactly once: ${misrecorded} (aim 0)`);
console.log(`final states that differ from the provider's by its own clock: ${differences.length} (aim 0)`);
for (const difference of differences.slice(0, 40)) console.log(`  ${difference}`);
process.exit(differences.length + misrecorded === 0 && notifications >= 10_000 ? 0 : 1);
