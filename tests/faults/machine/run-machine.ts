import { setTimeout as pause } from 'node:timers/promises';
import { buildPages } from '../../../infra/operations/command/build-pages.ts';
import { bundleFolder } from '../../../infra/operations/start/bundle/bundle-parts.ts';
import { eventually } from '../../support/product/product.ts';
import { compareLedger } from './ledger.ts';
import {
  type Command,
  canMount,
  logText,
  type Machine,
  openMachine,
  requireOwnMounts,
  startCommand,
} from './machine.ts';
import { type Poster, startPoster } from './poster.ts';
import { type RunningFault, runningFaults, type Source } from './running-faults.ts';
import { startFaults, tryStart } from './start-faults.ts';
import { newTeam, type Team } from './team.ts';

/**
 * Takes away from a machine, one after the other, what the product needs, while an app reports first launches; then gives it back. Each
 * time the product has to say what is wrong and go on by itself, and in the end everything that was answered has to be in the log and in
 * the tables, once. Usage: `npm run faults:machine -- [words of the kinds]`. Linux and the user root: it mounts disks of its own.
 */
const readyMs = 120_000;
const seenMs = 30_000;

if (!canMount()) {
  console.log('skipped: only the user root of a Linux with `unshare` can mount disks');
  process.exit(0);
}
requireOwnMounts('faults:machine');

interface Result {
  readonly kind: string;
  readonly refused: string;
  readonly seen: string;
  /** Seconds until everything was well again. */
  readonly recovery: number | undefined;
  readonly problem?: string;
}

const began = performance.now();
const say = (line: string): void =>
  console.log(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${line}`);
const words = process.argv.slice(2);
const isChosen = ({ kind }: { kind: string }): boolean =>
  words.length === 0 || words.some((word) => kind.includes(word));
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A product that runs, and what is needed to look at it. */
interface Running {
  readonly machine: Machine;
  readonly product: Command;
  readonly poster: Poster;
  readonly team: Team;
}

const address = ({ environment }: Machine, port: 'PORT' | 'INGEST_PORT'): string =>
  `http://127.0.0.1:${environment[port]}`;

async function readiness(machine: Machine): Promise<string> {
  const texts = (['PORT', 'INGEST_PORT'] as const).map(async (port) => {
    const response = await fetch(`${address(machine, port)}/readyz`, { signal: AbortSignal.timeout(4000) });
    return response.text();
  });
  return (await Promise.allSettled(texts))
    .map((text) => (text.status === 'fulfilled' ? text.value : 'no answer'))
    .join('\n');
}

/** Parts of this machine; outside services do not answer here. */
const watched = new Set('eventstore clickhouse projections workflows api sdk-ingest directory disk'.split(' '));

/** Parts that are not well, of what both ports answer. */
function unwellParts(text: string): string[] {
  return text.split('\n').flatMap((answer) => {
    try {
      const { parts } = JSON.parse(answer) as { parts: Record<string, { status: string }> };
      return Object.keys(parts).filter((part) => watched.has(part) && parts[part]?.status !== 'ok');
    } catch {
      return ['no answer'];
    }
  });
}

/** Everything is well: both ports say so, and what is reported from now on is answered. */
async function untilWell({ machine, poster }: Running): Promise<void> {
  const isWell = (text: string): boolean => unwellParts(text).length === 0;
  await eventually(() => readiness(machine), isWell, { timeoutMs: readyMs, everyMs: 200 });
  await poster.nextAnswer();
}

async function textOf({ machine, product }: Running, source: Source, outputBefore: number): Promise<string> {
  if (source === 'terminal') return product.output().slice(outputBefore);
  if (source === 'readyz') return readiness(machine);
  if (source.startsWith('log of ')) return logText(machine, source.slice('log of '.length));
  const doctor = startCommand('doctor', machine.environment);
  await doctor.ended;
  return doctor.output();
}

async function tryFault(running: Running, { kind, cause, seen, lastsMs }: RunningFault): Promise<Result> {
  const { machine, product, poster, team } = running;
  const refusals = new Map(poster.refusals);
  const outputBefore = product.output().length;
  const since = performance.now();
  const end = await cause(machine);
  const read: string[] = [];
  const missing: string[] = [];
  for (const [source, expected] of seen) {
    const looking = eventually(
      () => textOf(running, source, outputBefore),
      (text) => expected.test(text),
      {
        timeoutMs: seenMs,
        everyMs: 300,
      },
    );
    await looking.then(
      () => read.push(source),
      (error: unknown) => missing.push(`${source}: ${messageOf(error)}`),
    );
  }
  await pause(Math.max(0, lastsMs - (performance.now() - since)));
  await end();
  const ended = performance.now();
  const well = await untilWell(running).then(
    () => undefined,
    (error: unknown) => `not well again: ${messageOf(error)}`,
  );
  const recovery = (performance.now() - ended) / 1000;
  const more = [...poster.refusals].map(([how, count]) => [how, count - (refusals.get(how) ?? 0)] as const);
  const refused = more.filter(([, count]) => count > 0).map(([how, count]) => `${count} × ${how}`);
  const shut = await team.signIn().then(
    () => undefined,
    (error: unknown) => `nobody can sign in: ${messageOf(error)}`,
  );
  const problems = [...missing, well, shut].filter((problem) => problem !== undefined);
  return {
    kind,
    refused: refused.join(', ') || 'none',
    seen: read.join(', ') || 'nothing, it goes on',
    recovery: well === undefined ? recovery : undefined,
    ...(problems.length === 0 ? {} : { problem: problems.join('\n') }),
  };
}

async function tryRunning(machine: Machine): Promise<Result[]> {
  const product = machine.start('start');
  const results: Result[] = [];
  try {
    await eventually(
      async () => product.output(),
      (text) => text.includes('Tapwise is at'),
      { timeoutMs: readyMs },
    );
    const team = await newTeam(address(machine, 'PORT'));
    const poster = startPoster(address(machine, 'INGEST_PORT'), team.apiKey);
    const running = { machine, product, poster, team };
    await untilWell(running);
    for (const fault of runningFaults.filter(isChosen)) {
      const result = await tryFault(running, fault);
      results.push(result);
      say(lineOf(result));
    }
    await poster.end();
    const ledger = await compareLedger(machine, team.applicationId, poster.acknowledged);
    say(
      `answered ${ledger.acknowledged}, lost ${ledger.lost}, twice ${ledger.twice}, rows too many ${ledger.rowsMore}`,
    );
    if (ledger.lost !== 0 || ledger.twice !== 0 || ledger.rowsMore !== 0)
      results.push({ kind: 'ledger', refused: '', seen: '', recovery: undefined, problem: JSON.stringify(ledger) });
  } finally {
    product.process.kill('SIGTERM');
    const killer = setTimeout(() => product.process.kill('SIGKILL'), 15_000);
    await product.ended;
    clearTimeout(killer);
    if (process.exitCode === 1) say(product.output());
  }
  return results;
}

const lineOf = ({ kind, refused, seen, recovery, problem }: Result): string =>
  [
    `${problem === undefined ? 'ok    ' : 'FAILED'} ${kind} | refused: ${refused} | seen: ${seen} | well again after ${recovery?.toFixed(1) ?? '?'} s`,
    ...(problem === undefined ? [] : [problem]),
  ].join('\n');

// What the user without rights cannot write is there before.
await bundleFolder(process.cwd(), say);
say(`dashboard ${await buildPages(process.cwd())}`);
const machine = await openMachine();
let failed = false;
try {
  for (const fault of startFaults.filter(isChosen)) {
    const outcome = await tryStart(machine, fault).then(
      (seconds) => `ok     ${fault.kind}: says so and ends within ${seconds.toFixed(1)} s`,
      (error: unknown) => `FAILED ${fault.kind}: ${messageOf(error)}`,
    );
    failed ||= outcome.startsWith('FAILED');
    say(outcome);
  }
  if (runningFaults.some(isChosen)) {
    const results = await tryRunning(machine);
    failed ||= results.some(({ problem }) => problem !== undefined);
    for (const result of results) console.log(lineOf(result));
  }
} finally {
  machine.remove();
}
console.log(failed ? 'failed' : 'all survived');
process.exit(failed ? 1 : 0);
