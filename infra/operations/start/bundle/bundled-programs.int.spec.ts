import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { programFlags } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOtlpReceiver } from '../../../../tests/support/stand-ins/otlp-receiver.ts';
import { closedOutside } from '../../addresses/closed-outside.ts';
import { programArguments } from '../parts.ts';
import { type ProgramName, runsOurProgram } from '../programs.ts';
import { bundleParts } from './bundle-parts.ts';

const root = join(import.meta.dirname, '../../../..');
const running = new Set<ChildProcess>();
let folder: string;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tapwise-bundled-'));
  ({ folder } = await bundleParts(root));
});

afterAll(async () => {
  const ends = [...running].map((child) =>
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined,
  );
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a bundled program and gives what its output has at the place of the pattern's group. */
async function start(name: ProgramName, environment: Record<string, string>, until: RegExp): Promise<string> {
  const child = spawn(process.execPath, programArguments(root, folder, name), {
    cwd: dataDir,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', UV_THREADPOOL_SIZE: '16', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString();
        const match = until.exec(output);
        if (match) resolve(match[1] ?? match[0]);
      });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
  });
}

describe('bundled programs', () => {
  it('record, project and take calls', async () => {
    const listening = /^LISTENING (\d+)$/m;
    const log = await start('eventstore', { PORT: '0', DATA_DIR: join(dataDir, 'eventstore') }, listening);
    const url = `esdb://127.0.0.1:${log}?tls=false`;

    const engine = await start('clickhouse', { PORT: '0', DATA_DIR: join(dataDir, 'clickhouse') }, listening);
    const address = `http://127.0.0.1:${engine}`;
    const tables = `http://default:@127.0.0.1:${engine}/tapwise`;
    const addresses = { ...closedOutside, EVENTSTORE_URL: url, CLICKHOUSE_URL: tables };
    const shared = { ...addresses, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'info' };
    // The table definitions are read from the checkout.
    await start('projections', shared, /PROJECTING/);
    const response = await fetch(`${address}/?database=tapwise&query=${encodeURIComponent('SHOW TABLES')}`);
    expect((await response.text()).split('\n')).toContain('subscription_line_v1');

    // OpenTelemetry is in files that are loaded late.
    const collector = await startOtlpReceiver();
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
    const ingest = { ...shared, ...traced, INGEST_PORT: '0' };
    const ingestAddress = await start('sdk-ingest', ingest, /"address":"(http:[^"]+)"/);
    await expect
      .poll(async () => (await fetch(`${ingestAddress}/readyz`)).json())
      .toMatchObject({ status: 'ok', parts: { eventstore: { status: 'ok' }, directory: { status: 'ok' } } });
    const refused = await fetch(`${ingestAddress}/v1/attribution`, { method: 'POST', body: '{' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('GET /readyz');
    await collector.stop();
  });

  it('run the fit in a process and big reports in a thread', async () => {
    const unreachable = 'http://default:@127.0.0.1:9/tapwise';
    const program = join(folder, 'fit-program.js');
    const child = fork(program, { execArgv: programFlags(program), serialization: 'advanced', env: {} });
    running.add(child);
    child.send({
      clickHouseUrl: unreachable,
      applicationId: 1,
      currency: 'USD',
      smallBusiness: false,
      asOf: 0,
      previous: [],
    });
    expect(await once(child, 'message')).toEqual([{ fault: expect.stringContaining('ECONNREFUSED') }, undefined]);

    const thread = join(folder, 'big-report.thread.js');
    const worker = new Worker(
      `import(${JSON.stringify(thread)}).then((program) =>
        require('node:worker_threads').parentPort.postMessage(typeof program.default))`,
      { eval: true, execArgv: programFlags(thread) },
    );
    expect(await once(worker, 'message')).toEqual(['function']);
    await worker.terminate();
  });

  it('write workbooks in a thread', async () => {
    const path = join(dataDir, 'report.xlsx');
    const content = {
      columns: [{ header: 'Name', kind: 'text', width: 10, summed: false }],
      count: 1,
      totals: ['Total'],
      receipt: [],
    };
    const thread = join(folder, 'workbook.thread.js');
    const worker = new Worker(thread, { workerData: { path, content }, execArgv: programFlags(thread) });
    const rows = [[['Brand']], []];
    const ended = new Promise((resolve) => {
      worker.on('message', (message) =>
        message.kind === 'more' ? worker.postMessage(rows.shift()) : resolve(message),
      );
    });
    expect(await ended).toMatchObject({ kind: 'written', file: { bytes: readFileSync(path).length } });
    await worker.terminate();
  });

  it('are recognised by their command line, bundled or not', () => {
    for (const bundle of [folder, undefined]) {
      const command = [process.execPath, ...programArguments(root, bundle, 'sdk-ingest')].join('\0');
      expect(runsOurProgram(command)).toBe(true);
    }
    expect(runsOurProgram(`${process.execPath}\0${join(root, 'dist/server/other.js')}`)).toBe(false);
    expect(runsOurProgram(`${process.execPath}\0/srv/another/api.js`)).toBe(false);
  });

  it('hold the codes of countries but not their names', () => {
    const ingest = readFileSync(join(folder, 'sdk-ingest.js'), 'utf8');
    expect(ingest).toContain('"LIE"');
    expect(ingest).not.toContain('Liechtenstein');
  });
});
