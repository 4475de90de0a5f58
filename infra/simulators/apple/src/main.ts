import { readEnvironment } from './environment.ts';
import { startSimulator } from './simulator.ts';

/** The simulator as a process of its own: says when it is ready, ends on SIGTERM or SIGINT. */
const simulator = await startSimulator(readEnvironment());

let ending = false;
const end = async () => {
  if (ending) return;
  ending = true;
  await simulator.stop();
  process.exit(0);
};

// The reader of the line may send the signal at once.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
process.stdout.write(`LISTENING ${simulator.port}\n`);
