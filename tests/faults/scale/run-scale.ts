import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { printMachine } from '../../load/measuring/machine.ts';
import { faultKinds } from './fault-kinds.ts';
import { runKills } from './kills.ts';
import { runMemory } from './memory.ts';
import { runSockets } from './sockets.ts';

const usage = `Usage: npm run faults -- scale [kills|memory|sockets] …
  kills    --rounds 8 --users 60000 --faults ${faultKinds.length} --seed N   users imported and faults, by round
  memory   --seconds 1200 --viewers 100 --posts 150                one install is two events
  sockets  --sockets 5000 --pushes 20`;

/** Proof at scale: of all three, or of the one that is named. @returns whether every aim was met. */
export async function runScale(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '8' },
      users: { type: 'string', default: '60000' },
      faults: { type: 'string', default: String(faultKinds.length) },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      seconds: { type: 'string', default: '1200' },
      viewers: { type: 'string', default: '100' },
      posts: { type: 'string', default: '150' },
      sockets: { type: 'string', default: '5000' },
      pushes: { type: 'string', default: '20' },
    },
  });
  const began = Date.now();
  const say = (line: string): void =>
    console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s] ${line}`);
  const runs: Readonly<Record<string, () => Promise<boolean>>> = {
    kills: () => {
      say(`seed ${values.seed}`);
      return runKills({
        seed: Number(values.seed),
        rounds: Number(values.rounds),
        usersPerRound: Number(values.users),
        faultsPerRound: Number(values.faults),
        say,
      });
    },
    memory: () =>
      runMemory({
        seconds: Number(values.seconds),
        viewers: Number(values.viewers),
        postsPerSecond: Number(values.posts),
        say,
      }),
    sockets: () => runSockets({ sockets: Number(values.sockets), pushes: Number(values.pushes), say }),
  };
  const wanted = positionals.length === 0 ? Object.keys(runs) : positionals;
  if (wanted.some((name) => runs[name] === undefined)) throw new Error(usage);
  await printMachine();
  let isWell = true;
  for (const name of wanted) isWell = ((await runs[name]?.()) ?? false) && isWell;
  return isWell;
}
