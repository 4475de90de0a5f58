import { readEnvironment } from './environment.ts';
import { startEventStoreNode } from './node.ts';

// Their file may be on a disk that is full; what cannot be said must not end the node.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const node = await startEventStoreNode(readEnvironment(process.env));
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    node.close().then(() => process.exit(0), refuse);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(`LISTENING ${node.port}\n`);
}

function refuse(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(refuse);
