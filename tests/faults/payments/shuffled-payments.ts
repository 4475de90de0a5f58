import { openEventLog, readLog } from '@tapwise/adapters';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import type { RandomDraws } from '../../predictions/random-draws.ts';
import { healthy, killPart } from '../../support/product/kill-part.ts';
import { eventually } from '../../support/product/product.ts';
import { findBillingDifferences } from './billing-shown.ts';
import { openPayingTeams, type PayingTeams } from './paying-teams.ts';
import type { SentPayment } from './payment-history.ts';
import { createNotifier, rest } from './post-notification.ts';

/** What a run came to. */
export interface ShuffledFigures {
  readonly teams: number;
  readonly notifications: number;
  readonly posts: number;
  /** Posts that got no 200 and were sent again. */
  readonly repeats: number;
  readonly kills: number;
  readonly seconds: number;
  /** Teams whose answers differ from what holds at the provider, in words. */
  readonly differences: readonly string[];
  /** Notifications that the log does not have exactly once. */
  readonly misrecorded: number;
}

export const killedParts = ['sdk-ingest', 'api', 'eventstore'] as const;
const parallelPosts = 24;

/**
 * Posts every notification of many subscriptions twice, in random order, to the product's own endpoint while parts are killed, and
 * compares what each team is answered with what holds at the provider.
 */
export async function shufflePayments(
  draws: RandomDraws,
  size: { teams: number; notificationsPerTeam: number; kills: number },
): Promise<ShuffledFigures> {
  const teams = await openPayingTeams(draws, size);
  try {
    const sent = teams.all.flatMap(({ history }) => history.sent);
    const posts = shuffled([...sent, ...sent], draws);
    const began = Date.now();
    const repeats = await postAmidKills(teams, posts, { kills: size.kills, draws });
    await healthy(teams.product);
    const seconds = (Date.now() - began) / 1000;
    const differences = await eventually(
      () => findBillingDifferences(teams),
      (differences) => differences.length === 0,
      { timeoutMs: 60_000, everyMs: 1000 },
    ).catch(() => findBillingDifferences(teams));
    const misrecorded = await countMisrecorded(teams, sent);
    const counts = { teams: teams.all.length, notifications: sent.length, posts: posts.length };
    return { ...counts, repeats, kills: size.kills, seconds, differences, misrecorded };
  } finally {
    await teams.stop();
  }
}

/** Each kill comes while posts go on: they wait for it only where they would be done before it. */
async function postAmidKills(
  { product, secret }: PayingTeams,
  posts: readonly SentPayment[],
  { kills, draws }: { kills: number; draws: RandomDraws },
): Promise<number> {
  const notify = createNotifier(`${product.ingestUrl}/payments/notifications`, secret);
  const run = { failed: false };
  let next = 0;
  let killsBegun = 0;
  const shareOf = (begun: number) => Math.floor((posts.length * begun) / (kills + 1));
  const mayGo = () => next < shareOf(killsBegun + 1) || killsBegun === kills;
  const postLoop = async () => {
    for (;;) {
      while (!mayGo()) await rest(run, 20);
      const notification = posts[next];
      next += 1;
      if (notification === undefined) return;
      await notify.until(notification, run);
    }
  };
  const killing = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const at = shareOf(kill) + draws.uniform() * (shareOf(kill + 1) - shareOf(kill));
      while (next < at) await rest(run, 5);
      killsBegun += 1;
      await killPart(product, killedParts[kill % killedParts.length] ?? 'sdk-ingest');
      await healthy(product);
    }
  };
  const working = [killing(), ...Array.from({ length: parallelPosts }, postLoop)];
  try {
    await Promise.all(working);
  } catch (error) {
    run.failed = true;
    await Promise.allSettled(working);
    throw error;
  }
  return notify.repeats();
}

/** How many notifications the log has not, or more than once. */
async function countMisrecorded({ product }: PayingTeams, sent: readonly SentPayment[]): Promise<number> {
  const log = openEventLog(engineAddresses({ DATA_DIR: product.dataDir } as never).EVENTSTORE_URL);
  const recorded = new Map<string, number>();
  await readLog(log, { streamPrefixes: ['paymentNotification-'] }, (events) => {
    for (const { event } of events)
      if (event.type === 'PaymentNotificationReceived')
        recorded.set(event.data.event_id, (recorded.get(event.data.event_id) ?? 0) + 1);
  }).finally(() => log.close());
  return sent.filter(({ event_id }) => recorded.get(event_id) !== 1).length + Math.max(0, recorded.size - sent.length);
}

function shuffled<Item>(items: Item[], draws: RandomDraws): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draws.uniform() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}
