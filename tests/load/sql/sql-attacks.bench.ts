import { startAttackedEngine } from '../../sql/attacked-engine.ts';
import { attacks } from '../../sql/corpus.ts';
import { otherForms } from '../../sql/corpus-forms.ts';
import { generatedStatements } from '../../sql/generated-statements.ts';
import { tryStatements } from '../../sql/try-statements.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * Attacks on SQL for analysts, by hand and generated: each through the gate as a user who may do everything, and without the gate by the
 * rights alone. Usage: `sql-attacks.bench.ts [generated] [seed]`.
 */
const count = Number(process.argv[2] ?? 25_000);
const seed = Number(process.argv[3] ?? 20_261_123);
const inOnePrint = 1_000;

await printMachine();
const world = await startAttackedEngine();
let leaks = 0;
try {
  const byHand = Object.values({ ...attacks, ...otherForms }).flat();
  // What would only take its time, or the process.
  const harmless = byHand.filter((statement) => !/sleep|repeat|space\(|randomString|SHUTDOWN|^exit$/.test(statement));
  const hand = await tryStatements(world, harmless);
  for (const leak of hand.leaks) console.log(`LEAK ${leak}`);
  console.log(
    `by hand: ${byHand.length} attacks, ${harmless.length} run: ${hand.ran} through the gate, ${hand.leaks.length} leaks`,
  );
  const made = generatedStatements(seed);
  const sum = { tried: 0, refused: 0, ran: 0, silent: 0, leaks: 0 };
  const began = performance.now();
  while (sum.tried < count) {
    const statements = Array.from({ length: Math.min(inOnePrint, count - sum.tried) }, () => made.next().value);
    const tried = await tryStatements(world, statements);
    for (const leak of tried.leaks) console.log(`LEAK ${leak}`);
    sum.tried += statements.length;
    sum.refused += tried.refused;
    sum.ran += tried.ran;
    sum.silent += tried.silent;
    sum.leaks += tried.leaks.length;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `generated (seed ${seed}): ${sum.tried}, refused by the gate ${sum.refused}, run ${sum.ran}, without a verdict ${sum.silent}, leaks ${sum.leaks}; ${seconds} s`,
    );
  }
  leaks = sum.leaks + hand.leaks.length;
} finally {
  await world.stop();
}
process.exit(leaks === 0 ? 0 : 1);
