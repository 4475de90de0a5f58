import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, openClickHouse } from '@tapwise/adapters';
import { tablesPosition } from '@tapwise/projections/queries';
import { type RandomDraws, randomDraws } from '../../predictions/random-draws.ts';
import { checkInputs } from '../../replicas/checks/inputs.ts';
import { rebuildTables } from '../../replicas/checks/tables.ts';
import { Moments } from '../../replicas/moments.ts';
import { openLogOf } from '../../replicas/scenario.ts';
import { type ReplicatedProduct, startReplicas } from '../../replicas/start-replicas.ts';
import { openTally, type Tally } from '../../replicas/tally.ts';
import { untilAborted } from '../../replicas/traffic/going-on.ts';
import { addApplication, keepPosting, type OwnApplication } from '../../replicas/traffic/installs.ts';
import { startTcpRelay } from '../../support/engines/tcp-relay.ts';
import { eventually } from '../../support/product/product.ts';
import { type FaultKind, faultKinds, type Relays } from './fault-kinds.ts';
import { importUsers } from './inputs.ts';

export interface KillsOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Users that are imported in each round, beside those that are posted one by one. */
  readonly usersPerRound: number;
  /** Faults of each round; all kinds by default. */
  readonly faultsPerRound: number;
  readonly say: (line: string) => void;
}

/** About how long a fault takes with the recovery from it, over which the inputs of a round are spread. */
const faultMs = 8000;
const betweenMs = 1000;
const recoveryMs = 120_000;

interface World {
  readonly product: ReplicatedProduct;
  readonly relays: Relays;
  readonly tables: ClickHouseClient;
  readonly tally: Tally;
  readonly application: OwnApplication;
  readonly posts: Moments;
}

/**
 * Rounds of faults over two processes of each part while inputs come: after each, every acknowledged input has to be in the log once, and
 * the tables have to be those that the log makes.
 * @returns whether all was well.
 */
export async function runKills(options: KillsOptions): Promise<boolean> {
  const { seed, rounds, say } = options;
  const draws = randomDraws(seed);
  const tally = openTally();
  const world = await openWorld(draws, tally, say);
  const recoveries = new Map<string, number[]>();
  let inputs: readonly string[] = [];
  // What was started would outlive this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void world.product.stop().finally(() => process.exit(130)));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      inputs = [...inputs, ...(await runRound(world, options, { draws, recoveries }))];
      await compare(world, inputs);
      say(`${inputs.length} inputs so far; faults found: ${tally.faults.length}`);
    }
  } catch (error) {
    tally.fault(`the run ended early: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await world.tables.close();
    await world.product.stop({ remove: tally.faults.length === 0 });
    await Promise.all([world.relays.log.stop(), world.relays.tables.stop()]);
  }
  print(recoveries, tally, inputs.length);
  return tally.faults.length === 0;
}

async function openWorld(draws: RandomDraws, tally: Tally, say: (line: string) => void): Promise<World> {
  let relays: Relays | undefined;
  const portOf = (address = ''): number => Number(/127\.0\.0\.1:(\d+)/.exec(address)?.[1] ?? 0);
  const product = await startReplicas({
    draws,
    say,
    variables: { SIMULATOR_SCALE: '0.02', SIMULATOR_HISTORY_MONTHS: '1' },
    target: '127.0.0.1:9',
    reachBy: async ({ EVENTSTORE_URL: log, CLICKHOUSE_URL: tables }) => {
      relays = { log: await startTcpRelay(portOf(log)), tables: await startTcpRelay(portOf(tables)) };
      return {
        EVENTSTORE_URL: log?.replace(`:${portOf(log)}`, `:${relays.log.port}`) ?? '',
        CLICKHOUSE_URL: tables?.replace(`:${portOf(tables)}`, `:${relays.tables.port}`) ?? '',
      };
    },
  });
  if (relays === undefined) throw new Error('The parts were started without relays');
  const application = await addApplication({ url: product.url, tally, pages: new Moments() });
  return { product, relays, tables: openClickHouse(product.tablesUrl), tally, application, posts: new Moments() };
}

/** @returns install ids that were acknowledged. */
async function runRound(
  world: World,
  { usersPerRound, faultsPerRound, say }: KillsOptions,
  { draws, recoveries }: { draws: RandomDraws; recoveries: Map<string, number[]> },
): Promise<string[]> {
  const { product, application, tally, posts } = world;
  const over = new AbortController();
  const kinds = shuffled(faultKinds, draws).slice(0, faultsPerRound);
  const withinMs = kinds.length * faultMs;
  const importing = importUsers({ product, application, tally, users: usersPerRound, withinMs });
  const posting = keepPosting(product.ingestUrl, application, { tally, posts }, untilAborted(over.signal, 1));
  // Looked at below; until then a failure must not end the process.
  for (const running of [importing, posting]) running.catch(() => undefined);
  for (const kind of kinds) {
    await pause(betweenMs);
    const seconds = await strike(world, kind, draws.chance(0.5) ? 1 : 2);
    recoveries.set(kind.name, [...(recoveries.get(kind.name) ?? []), seconds]);
    tally.count('faults');
    say(`${kind.name}: recovered after ${seconds.toFixed(1)} s`);
  }
  const imported = await importing;
  over.abort();
  return [...imported, ...(await posting)];
}

/** @returns seconds from the end of the fault until everything is well and an input from after it is in the tables. */
async function strike(world: World, kind: FaultKind, number: 1 | 2): Promise<number> {
  const { product, relays, tables, tally } = world;
  try {
    const began = await kind.strike(product, relays, number);
    const log = openLogOf(product);
    const position = await eventually(
      () => log.lastPosition(),
      (reached) => reached > 0n,
      { timeoutMs: recoveryMs },
    );
    await log.close();
    const isWell = async (): Promise<boolean> => {
      const responses = await Promise.all([fetch(`${product.url}/readyz`), fetch(`${product.ingestUrl}/readyz`)]);
      await Promise.all(responses.map((response) => response.arrayBuffer()));
      const reached = (await tablesPosition(tables))?.position ?? 0n;
      return product.allAnswer() && responses.every(({ ok }) => ok) && reached > position;
    };
    await eventually(isWell, (isSo) => isSo, { timeoutMs: recoveryMs, everyMs: 100 });
    return (performance.now() - began) / 1000;
  } catch (error) {
    tally.fault(`${kind.name}: ${error instanceof Error ? error.message : String(error)}`);
    return Number.POSITIVE_INFINITY;
  }
}

async function compare({ product, application, tally }: World, inputs: readonly string[]): Promise<void> {
  const log = openLogOf(product);
  try {
    await checkInputs(log, application, inputs, tally);
  } finally {
    await log.close();
  }
  await eventually(
    () => rebuildTables(product, tally),
    (isExchanged) => isExchanged,
    { timeoutMs: 1_200_000, everyMs: 2000 },
  );
}

function shuffled<T>(values: readonly T[], draws: RandomDraws): T[] {
  const drawn = values.map((value) => ({ value, at: draws.uniform() }));
  return drawn.sort((left, right) => left.at - right.at).map(({ value }) => value);
}

function print(recoveries: ReadonlyMap<string, readonly number[]>, { faults, counts }: Tally, inputs: number): void {
  console.log(`\n| Fault | Times | Recovered after, median (longest) |\n|---|---|---|`);
  for (const [name, seconds] of [...recoveries].sort()) {
    const sorted = [...seconds].sort((left, right) => left - right);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    console.log(`| ${name} | ${sorted.length} | ${median.toFixed(1)} (${(sorted.at(-1) ?? 0).toFixed(1)}) s |`);
  }
  const total = [...recoveries.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(`\n${total} faults of ${recoveries.size} kinds, ${inputs} inputs acknowledged`);
  for (const [what, count] of counts) console.log(`${what}: ${count}`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
}
