import { setImmediate as turn } from 'node:timers/promises';
import { isRunOver } from '@tapwise/domain';
import { type Random, randomOf } from '../../../projections/src/testing/random/seeded-random.ts';
import { areAlertsRight } from './properties/custom-rule-properties.ts';
import { isErased } from './properties/erasure-properties.ts';
import { areFiguresRecorded } from './properties/figure-properties.ts';
import { violationsOf } from './properties/properties.ts';
import { openWebhooks } from './properties/webhook-properties.ts';
import { calm, type FaultKind, type Server } from './time/network.ts';
import { inVirtualRuntime } from './time/virtual-runtime.ts';
import { VirtualTime } from './time/virtual-time.ts';
import { marketKeywords } from './traffic/change-traffic.ts';
import { beginTraffic, type Traffic, type TrafficSize } from './traffic/traffic.ts';
import { hasWebhooks, type Replica, type Scene, World } from './world.ts';

/** What one seed led to. */
export interface SeedRun {
  readonly seed: number;
  /** What should not have happened; empty for a run as it should be. */
  readonly violations: readonly string[];
  readonly faults: ReadonlyMap<FaultKind, number>;
  /** Seconds of virtual time. */
  readonly seconds: number;
  readonly events: number;
  /** Bids that rules decided to raise. */
  readonly raises: number;
}

const began = Date.parse('2026-11-29T00:00:00.000Z');
const servers: readonly Server[] = ['log', 'tables', 'ad service', 'mail server'];
const serversWithCustomers: readonly Server[] = [...servers, 'customer server'];
/** After the faults everything has to end within this time. */
const longestMs = 3 * 3_600_000;
const lookMs = 250;

/** Seeds by their remainder. */
const scenes: readonly Scene[] = [
  'creations',
  'replays',
  'people',
  'rules',
  'standstills',
  'custom rules',
  'creations',
  'custom rules',
  'erasure',
  'webhooks',
  'replays',
  'custom rules',
  'standstills',
  'webhooks',
  'creations',
  'rules',
];
/** Where machines freeze often, amid mails and changes: between a claim in the log and its effect elsewhere lies one call. */
const freezingTraffic = {
  installs: 1,
  mails: 3,
  changes: 6,
  purchases: 0,
  subscribers: 0,
  restatements: 0,
  creations: 0,
  hasCustomRules: false,
};
const freezingRate = 0.15;
/** Rules need several slots. */
const longerMs = 15_000;
/** Scenes that meet standstills in so many of their runs. */
const mayFreeze: ReadonlySet<Scene> = new Set<Scene>(['rules', 'creations', 'custom rules', 'erasure']);
const freezingRules = 0.5;

/** Runs the product through traffic and faults, all of which the seed decides. */
export async function runSeed(seed: number): Promise<SeedRun> {
  const random = randomOf(seed);
  const time = new VirtualTime(began);
  const scene = scenes[seed % scenes.length] ?? 'people';
  return await inVirtualRuntime(time, random, async () => {
    const world = new World({ time, random, keywords: marketKeywords(), scene });
    const size =
      scene === 'standstills' ? { ...freezingTraffic, withinMs: drawWithin(random) } : drawTraffic(random, scene);
    const isFreezing = scene === 'standstills' || (mayFreeze.has(scene) && random.next() < freezingRules);
    const traffic = beginTraffic(world, size);
    planFaults(world, size.withinMs, isFreezing);
    const isDone = await untilDone(world, traffic);
    const run = {
      seed,
      violations: [...(isDone ? [] : unended(world, traffic)), ...(await violationsOf(world, traffic))],
      faults: new Map(world.faults),
      seconds: Math.round((time.now() - began) / 1000),
      events: world.log.events.length,
      raises: [...world.record.runs.runs.values()].reduce((sum, { raises }) => sum + raises.length, 0),
    };
    world.end();
    // What ends by that does so before timers are those of the machine again.
    await turn();
    return run;
  });
}

function drawTraffic(random: Random, scene: Scene): TrafficSize {
  const mails = random.next() < 0.4 ? 1 + random.upTo(3) : 0;
  const changes = random.next() < 0.5 ? 1 + random.upTo(5) : 0;
  const purchases = hasWebhooks(scene) ? 2 + random.upTo(8) : 0;
  const restatements = scene === 'rules' ? 6 + random.upTo(14) : 0;
  const creations = scene === 'creations' ? 1 + random.upTo(3) : 0;
  const subscribers = scene === 'people' ? 1 + random.upTo(6) : 0;
  return {
    installs: 3 + random.upTo(20),
    mails,
    changes,
    purchases,
    subscribers,
    restatements,
    creations,
    hasCustomRules: scene === 'custom rules',
    withinMs: drawWithin(random) + (scene === 'rules' || scene === 'custom rules' ? longerMs : 0),
  };
}

const drawWithin = (random: Random): number => 5000 + random.next() * 40_000;

/** Bad weather while there is traffic, and afterwards for a while; then none. */
function planFaults(world: World, withinMs: number, isFreezing: boolean): void {
  const { time, random, network } = world;
  const badness = random.next() ** 2;
  const rate = (most: number): number => random.next() * most * badness;
  network.weather = {
    lost: rate(0.1),
    unanswered: rate(0.1),
    repeated: rate(0.1),
    crashBefore: rate(0.01),
    crashAfter: rate(0.01),
    freezeAfter: isFreezing ? freezingRate : rate(0.01),
    slow: rate(0.1),
  };
  const endMs = withinMs * 1.3;
  for (let count = random.upTo(1 + Math.ceil(badness * 12)); count > 0; count -= 1)
    time.after(random.next() * endMs, () => strike(world), undefined);
  const clearUp = (): void => {
    network.weather = calm;
  };
  time.after(endMs, clearUp, undefined);
}

const briefMs = 12_000;

/** Faults that are not about a single call. */
const strikes: readonly ((world: World, replica: Replica) => void)[] = [
  (world, replica) => world.kill(replica),
  (world, { machine }) => world.freeze(machine),
  ({ count, network, random, scene }) => {
    count('outage');
    network.takeDown(random.pick(hasWebhooks(scene) ? serversWithCustomers : servers), random.next() * briefMs);
  },
  ({ count, network, random, scene }, { machine }) => {
    count('cut off');
    network.cutOff(machine, random.pick(hasWebhooks(scene) ? serversWithCustomers : servers), random.next() * briefMs);
  },
];

const strike = (world: World): void => {
  const { random, replicas } = world;
  random.pick(strikes)(world, random.pick(replicas));
};

/** @returns whether everything that was asked for was done in time. */
async function untilDone(world: World, traffic: Traffic): Promise<boolean> {
  const { time } = world;
  let isDone = false;
  let hasFault = false;
  const look = (): void => {
    hasFault = world.tables.violations.length > 0;
    isDone =
      traffic.isAnswered() &&
      unendedIds(world, traffic).length === 0 &&
      isPulled(world) &&
      areAlertsRight(world) &&
      isErased(world) &&
      isWritten(world);
    if (!isDone && !hasFault) time.after(lookMs, look, undefined);
  };
  look();
  return await time.pass(() => isDone || hasFault, began + longestMs);
}

function unendedIds(world: World, traffic: Traffic): string[] {
  const { ended, runs, customRuns, creations } = world.record;
  const { mails, changes } = traffic;
  return [
    ...[...mails, ...changes.map(({ id }) => id)].filter((id) => !ended.has(id)),
    ...[...runs.runs].filter(([, { counts }]) => counts.started > counts.ended).map(([stream]) => stream),
    ...[...customRuns.runs].filter(([, { state }]) => !isRunOver(state)).map(([stream]) => stream),
    ...traffic.creations.filter((id) => !creations.hasEnded(id)),
    ...openWebhooks(world, traffic),
  ];
}

/** Whether the log has what the ad service says, where that is pulled. */
const isPulled = (world: World): boolean => world.scene !== 'rules' || areFiguresRecorded(world);

/** Whether the tables have everything that their writers follow. */
function isWritten({ record, tables }: Pick<World, 'record' | 'tables'>): boolean {
  const checkpoints = tables.current('projection_checkpoint_v1');
  return (
    checkpoints.length > 0 &&
    checkpoints.every(({ log_position: position }) => BigInt(String(position)) >= record.followedPosition)
  );
}

function unended(world: World, traffic: Traffic): string[] {
  const left = unendedIds(world, traffic);
  const exits = world.exits.map(String).join('; ');
  return [
    `after ${longestMs / 1000} s: ${traffic.isAnswered() ? 'all' : 'not all'} calls answered, not ended: ${left.join(', ')}, figures ${isPulled(world) ? 'recorded' : 'others'}, alerts ${areAlertsRight(world) ? 'right' : 'others'}, account ${isErased(world) ? 'erased' : 'there'}, tables ${
      isWritten(world) ? 'complete' : 'behind'
    }; programs that ended: ${exits}`,
  ];
}
