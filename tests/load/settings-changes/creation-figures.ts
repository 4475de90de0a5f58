import type { SearchAdsWriter } from '@tapwise/adapters';
import {
  type CreationWorld,
  existingCreation,
  scope,
  startCreationWorld,
} from '../../contexts/creations/creation-world.ts';
import { dyingWriter, type Fate } from '../../contexts/creations/dying-writer.ts';
import type { AdsApi } from '../../contract/apple/simulator-process.ts';

type WriteLimits = SearchAdsWriter['limits'];

/** How much is created, how long the simulated ad service takes for an answer, and how often workers die. */
export interface CreationSize {
  readonly keywords: number;
  readonly responseMs: number;
  readonly kills: number;
  /** The interface that the ad service is asked over. */
  readonly api?: AdsApi;
  /** Most calls for one that is needed at the least. */
  readonly callsAim?: number;
}

/** Prints the calls of a SKAG campaign of many keywords against the least possible, and what kills of its worker leave. */
export async function measureCreation(size: CreationSize): Promise<void> {
  const words = Array.from({ length: size.keywords }, (_, index) => `keyword ${index}`);
  const world = await startCreationWorld(size.api);
  try {
    await world.simulator.faults({ slow_ms: size.responseMs });
    await measureCalls(world, words, size);
    await measureKills(world, words, size);
  } finally {
    await world.stop();
  }
}

/**
 * One to see that the name is free, one to make the campaign, one for each ad group, one to switch the campaign on; keywords of several ad
 * groups go into one call only where the interface takes that.
 */
const leastCalls = (keywords: number, { mixesAdGroups, mostRows }: WriteLimits): number =>
  keywords + (mixesAdGroups ? Math.ceil(keywords / mostRows) : keywords) + 3;

async function measureCalls(
  { writer, ask, process: start, state }: CreationWorld,
  keywords: readonly string[],
  { responseMs, callsAim = 1.02 }: CreationSize,
): Promise<void> {
  const counted = dyingWriter(writer, () => 'lives');
  const id = await ask({ keywords });
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  await start(() => counted.writer).untilEnd(id);
  const seconds = (performance.now() - began) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const calls = Object.values(counted.calls).reduce((sum, count) => sum + count, 0);
  const { created } = existingCreation(await state(id));
  const least = leastCalls(keywords.length, writer.limits);
  const ideal = (calls * responseMs) / 5 / 1000;
  const msPerKeyword = (cpu.user + cpu.system) / 1000 / created;
  console.log(`creation, answers after ${responseMs} ms: ${created} keywords in ${seconds.toFixed(1)} s`);
  console.log(
    `  five calls at a time need ${ideal.toFixed(1)} s; processor time ${msPerKeyword.toFixed(1)} ms a keyword`,
  );
  console.log(`  calls ÷ the least possible: ${calls} ÷ ${least} = ${(calls / least).toFixed(4)} (aim ≤ ${callsAim})`);
}

async function measureKills(
  { writer, ask, process: start, state }: CreationWorld,
  keywords: readonly string[],
  { kills }: CreationSize,
): Promise<void> {
  const id = await ask({ keywords });
  let made = 0;
  const moments = Array.from({ length: kills }, () =>
    Math.floor(Math.random() * leastCalls(keywords.length, writer.limits)),
  ).sort((left, right) => left - right);
  for (let deaths = 0; ; deaths += 1) {
    let dead = false;
    const fateOf = (): Fate => {
      if (dead) return 'dies before';
      made += 1;
      dead = deaths < kills && made >= (moments[deaths] ?? Number.POSITIVE_INFINITY);
      return !dead ? 'lives' : Math.random() < 0.5 ? 'dies after' : 'dies before';
    };
    const dying = dyingWriter(writer, fateOf);
    const ended = start(() => dying.writer).untilEnd(id);
    if ((await Promise.race([ended.then(() => true), dying.died.then(() => false)])) === true) break;
  }
  const campaignId = existingCreation(await state(id)).campaigns[0]?.campaign_id ?? 0;
  const adGroupNames = keywords.flatMap((name) => [name, `${name} 2`]);
  const adGroups = (await writer.findAdGroupsByName(scope, campaignId, adGroupNames)).filter(({ deleted }) => !deleted);
  const ids = adGroups.map((adGroup) => adGroup.id);
  const createdKeywords = (await writer.findKeywordsOf(scope, campaignId, ids)).filter(({ deleted }) => !deleted);
  const wrong = (texts: readonly string[]): number => {
    const distinct = new Set(texts);
    return texts.length - distinct.size + keywords.filter((word) => !distinct.has(word)).length;
  };
  const sum = wrong(adGroups.map(({ name }) => name)) + wrong(createdKeywords.map(({ text }) => text));
  console.log(`  objects twice or missing after ${kills} kills of its worker: ${sum} (aim 0)`);
}
