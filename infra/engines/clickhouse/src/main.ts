import { startNode } from './clickhouse-node.ts';
import { readNodeOptions } from './node-options.ts';
import { startScopeNode } from './scope-node.ts';
import { runWithLargePool } from './thread-pool.ts';

async function main(): Promise<void> {
  const { SCOPE_DIRECTORY } = process.env;
  if (SCOPE_DIRECTORY) return serveScope(SCOPE_DIRECTORY);
  const node = await startNode(readNodeOptions(process.env));
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void node.stop().then((ended) => (ended ? process.exit(0) : process.kill(process.pid, 'SIGKILL')));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The guardian of this process, if there is one, was killed: nothing else would ever stop it.
  process.once('disconnect', stop);
  console.log(`LISTENING ${node.port}`);
}

/** Ends with the process that started it, which also ends it by SIGKILL whenever it wants to. */
async function serveScope(directory: string): Promise<void> {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  await startScopeNode(directory);
  console.log('LISTENING');
}

runWithLargePool(main).catch((error: unknown) => {
  console.error(`The ClickHouse node did not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
