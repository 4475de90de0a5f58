import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClickHouse, openEventLog, readEnvironment } from '@tapwise/adapters';
import { processEngineStream } from '@tapwise/domain';
import { requireTemporal, temporalServerCommand } from '@tapwise/temporal-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedOutside } from '../../../infra/operations/addresses/closed-outside.ts';
import { processes } from '../../../infra/operations/operator/processes.ts';
import { UsageError } from '../../../infra/operations/operator/subcommand.ts';
import { type SpawnedEventStore, spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { runCommand, runOperator } from '../../support/programs/operator-command.ts';
import { programArguments } from '../../support/programs/program-arguments.ts';

const folder = mkdtempSync(join(tmpdir(), 'given-up-temporal-'));
let eventStore: SpawnedEventStore;
let rates: Server;
let temporal: ChildProcess;
let worker: ChildProcess;
let questions = 0;
const children: ChildProcess[] = [];

beforeAll(async () => {
  const binary = await requireTemporal();
  eventStore = await spawnEventStore(join(folder, 'eventstore'));
  rates = createServer((_, response) => {
    questions += 1;
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(rates, 'listening');
  const port = await freePort();
  const { command, args } = temporalServerCommand({
    binary,
    ip: '127.0.0.1',
    port,
    dbFile: join(folder, 'temporal.db'),
  });
  temporal = spawn(command, args, { stdio: 'ignore' });
  worker = spawn(process.execPath, programArguments('workflows'), {
    env: {
      ...closedOutside,
      PATH: process.env.PATH,
      EVENTSTORE_URL: eventStore.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'fatal',
      TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
      EXCHANGE_RATES_URL: `http://127.0.0.1:${(rates.address() as AddressInfo).port}/`,
    },
    stdio: 'inherit',
  });
  children.push(temporal, worker);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  rates.close();
  await eventStore.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** The product writes into its folder where it looks for Temporal. */
const addresses = () => ({
  EVENTSTORE_URL: eventStore.url,
  CLICKHOUSE_URL: 'http://127.0.0.1:9/',
  DATA_DIR: folder,
});
const operator = (...args: string[]) => runOperator(addresses(), 'processes', ...args);
const driver = (): string => {
  try {
    return (JSON.parse(readFileSync(join(folder, 'run', 'workflows.json'), 'utf8')) as { driver: string }).driver;
  } catch {
    return '';
  }
};

describe('npm run operator -- processes', () => {
  it('leaves them on a Temporal that answers, and gives them back to the product when it is gone', async () => {
    await expect.poll(driver).toBe('temporal');
    const listed = await runCommand('operator', addresses(), 'processes');
    expect(listed).toMatchObject({ code: 0, rows: [{ engine: 'temporal', responds: true }] });
    const refused = await operator('--local', '--reason', 'Too early');
    expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining('Temporal answers') });
    temporal.kill('SIGKILL');
    await once(temporal, 'exit');
    const before = questions;
    const given = await operator('--local', '--reason', 'The machine is gone');
    expect(given).toMatchObject({ code: 0, rows: [{ engine: 'local', responds: false }] });
    await expect.poll(driver).toBe('loop');
    await expect.poll(() => questions).toBeGreaterThan(before);
    const log = openEventLog(eventStore.url);
    const decided = (await log.readStream(processEngineStream)).map(({ event, metadata }) => [
      event.type,
      metadata?.actor.kind,
      metadata?.reason,
    ]);
    await log.close();
    expect(decided).toEqual([
      ['TemporalAdopted', 'workflow', undefined],
      ['TemporalAbandoned', 'operator', 'The machine is gone'],
    ]);
  });

  it.each([[['--local']], [['--reason', 'x']], [['--temporal']]])('changes nothing for %j', async (args) => {
    const log = openEventLog(eventStore.url);
    const tools = {
      log,
      tables: openClickHouse('http://127.0.0.1:9/'),
      environment: readEnvironment({}),
      context: { actor: { kind: 'operator', id: 'operator-command' } } as const,
      print: () => expect.unreachable(),
      complain: () => expect.unreachable(),
    };
    await expect(processes.run(args, tools)).rejects.toThrow(UsageError);
    await log.close();
  });
});
