import { handleCommand } from '@tapwise/adapters';
import { campaignStream, mailDecider, mailStream, requestMail, statelessDecider } from '@tapwise/domain';
import { adGroup, campaign, keyword } from '../../../../projections/src/testing/sample-events.ts';
import { asTest } from '../../../support/facts/settings.ts';
import { encoded } from '../engines/readable-vault.ts';
import type { World } from '../world.ts';
import { beginChanges, type Change, firstBid, marketKeywords } from './change-traffic.ts';
import { askForCreation, stopForAWhile } from './creation-traffic.ts';
import { openCustomRulesOf, pauseCustomRules } from './custom-rule-traffic.ts';
import { beginErasure } from './erasure-traffic.ts';
import { reportInstall } from './install-traffic.ts';
import { Requests } from './requests.ts';
import { openRulesOf, pauseRules, restateDay } from './rule-traffic.ts';
import { recordSubscriber } from './subscriber-traffic.ts';
import { adGroupId, untilDone } from './team.ts';
import { beginReplays, notificationIdOf, openEndpoint, recordPurchase } from './webhook-traffic.ts';

/** What was asked of the product, and what it answered. */
export interface Traffic {
  /** Ids of installs whose report was answered with success. */
  readonly acknowledged: Set<string>;
  readonly mails: string[];
  readonly changes: Change[];
  /** Those of users that an ad brought. */
  readonly purchases: Purchase[];
  /** Ids of creations. */
  readonly creations: string[];
  /** Whether all of it was answered. */
  isAnswered(): boolean;
}

/** A purchase, as the store reports it. */
export interface Purchase {
  readonly notificationId: string;
  /** When the store's message came; ISO 8601. */
  readonly at: string;
}

export interface TrafficSize {
  readonly installs: number;
  readonly mails: number;
  readonly changes: number;
  /** Each is posted to a customer's server; with none there is no such server. */
  readonly purchases: number;
  /** Users of whom the store sends messages. */
  readonly subscribers: number;
  /** Other figures of days, of which the ad service is asked; with none it is not asked, and there are no rules. */
  readonly restatements: number;
  /** Whether there are rules and alerts that people wrote. */
  readonly hasCustomRules: boolean;
  /** Campaigns and keywords that people make. */
  readonly creations: number;
  /** All of it is asked within this time; milliseconds. */
  readonly withinMs: number;
}

/** Rules run until after the faults have ceased. */
const ruledPart = 1.6;
/** Stop all is pressed in so many of the runs in which people create. */
const stoppedPart = 0.4;

/** Asks for everything at random instants; what is not answered is asked again. */
export function beginTraffic(world: World, size: TrafficSize): Traffic {
  const { installs, mails, purchases, subscribers, restatements, creations, hasCustomRules, withinMs } = size;
  const { time, random } = world;
  const acknowledged = new Set<string>();
  const ids = { mails: [] as string[], purchases: [] as Purchase[], creations: [] as string[] };
  const requests = new Requests(world, withinMs);
  const observed = requests.now(observeCampaigns(world));
  for (let index = 0; index < installs; index += 1) {
    const id = `install-${index}`;
    time.after(random.next() * withinMs, () => reportInstall(world, id, acknowledged), undefined);
  }
  for (let index = 0; index < mails; index += 1) requests.sometime(() => askForMail(world, ids.mails));
  const changes = beginChanges(world, size, { requests, observed });
  if (purchases > 0) {
    const opened = requests.now(untilDone(world, () => openEndpoint(world)));
    if (world.scene === 'replays') beginReplays(world, requests, opened);
    for (let index = 0; index < purchases; index += 1) {
      requests.sometime(() => {
        const original = `33${index}`;
        const at = new Date(time.now()).toISOString();
        ids.purchases.push({ notificationId: notificationIdOf(original), at });
        return opened.then(() => recordPurchase(world, original, at));
      });
    }
  }
  for (let index = 0; index < subscribers; index += 1)
    void requests.now(recordSubscriber(world, String(index), withinMs));
  if (restatements > 0) {
    const keywords = marketKeywords();
    const ruled = requests.now(openRulesOf(world, [41, 42]));
    const restate = async (): Promise<void> => restateDay(world, keywords);
    for (let index = 0; index < restatements; index += 1) requests.sometime(restate, withinMs * ruledPart);
    requests.after(withinMs * ruledPart, () => ruled.then(() => pauseRules(world)));
  }
  if (world.scene === 'erasure') beginErasure(world, requests, withinMs);
  if (hasCustomRules) {
    const ruled = requests.now(openCustomRulesOf(world, [41, 42]));
    requests.after(withinMs * ruledPart, () => ruled.then(() => pauseCustomRules(world)));
  }
  for (let index = 0; index < creations; index += 1)
    requests.sometime(() => observed.then(() => askForCreation(world, `New ${index}`, ids.creations)));
  if (creations > 0 && random.next() < stoppedPart) requests.sometime(() => stopForAWhile(world, withinMs / 2));
  return { ...ids, changes, acknowledged, isAnswered: () => requests.isAnswered && acknowledged.size === installs };
}

async function observeCampaigns(world: World): Promise<void> {
  const log = world.openLog();
  for (const id of [41, 42]) {
    const keywords = marketKeywords().filter(({ campaignId }) => campaignId === id);
    const facts = [
      campaign(id, { currency: 'USD' }),
      adGroup(id, adGroupId),
      ...keywords.map(({ keywordId }) => keyword(id, adGroupId, keywordId, { bid_micros: firstBid })),
    ];
    await untilDone(world, () =>
      handleCommand(log, {
        stream: campaignStream(id),
        decider: statelessDecider,
        cause: `observed ${id}`,
        context: asTest,
        assume: 'new',
        decide: () => facts.map(({ event }) => event),
      }),
    );
  }
}

const mailLetters = 'abcdefghijklmnopqrstuvwxyz';

async function askForMail(world: World, mails: string[]): Promise<void> {
  const mailId = `${mailLetters[mails.length]}${'a'.repeat(25)}`;
  mails.push(mailId);
  const log = world.openLog();
  const mail = {
    mail_id: mailId,
    kind: 'email-changed' as const,
    key: `simulated ${mailId}`,
    account_id: null,
    address: encoded(`${mailId}@example.com`),
    facts: {},
    rows: [],
    requested_at: new Date().toISOString(),
  };
  await untilDone(world, () =>
    handleCommand(log, {
      stream: mailStream(mailId),
      decider: mailDecider,
      cause: `requested ${mailId}`,
      context: asTest,
      decide: (state) => requestMail(state, mail),
    }),
  );
}
