import { startNode } from './clickhouse-node.ts';
import { readNodeOptions } from './node-options.ts';
import { runWithLargePool } from './thread-pool.ts';

async function main(): Promise<void> {
  const node = await startNode(readNodeOptions(process.env));
  const stop = (): void => {
    void node.stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The guardian of this process, if there is one, was killed: nobody would ever stop it.
  process.once('disconnect', stop);
  console.log(`LISTENING ${node.port}`);
}

runWithLargePool(import.meta.filename, main).catch((error: unknown) => {
  console.error(`The ClickHouse node did not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
