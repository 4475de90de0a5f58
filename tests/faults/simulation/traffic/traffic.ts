import { handleCommand } from '@tapwise/adapters';
import {
  campaignStream,
  changeDecider,
  changeRequestOf,
  changeStream,
  type InstallReport,
  mailDecider,
  mailStream,
  requestChange,
  requestMail,
  statelessDecider,
} from '@tapwise/domain';
import { adGroup, applicationId, campaign, keyword, orgId } from '../../../../projections/src/testing/sample-events.ts';
import type { MarketKeyword } from '../engines/ad-market.ts';
import { encoded } from '../engines/readable-vault.ts';
import type { World } from '../world.ts';
import { openRulesOf, pauseRules, restateDay } from './rule-traffic.ts';
import { recordSubscriber } from './subscriber-traffic.ts';
import { untilDone } from './team.ts';
import { openEndpoint, recordPurchase } from './webhook-traffic.ts';

const context = { actor: { kind: 'system', id: 'simulation' } } as const;
const adGroupId = 71;
export const firstBid = 900_000;

/** Keywords whose bids people change, in two campaigns. */
export const marketKeywords = (): MarketKeyword[] =>
  [501, 502, 503, 504].map((keywordId) => ({
    campaignId: keywordId < 503 ? 41 : 42,
    adGroupId,
    keywordId,
    bid: firstBid,
  }));

/** What was asked of the product, and what it answered. */
export interface Traffic {
  /** Ids of installs whose report was answered with success. */
  readonly acknowledged: Set<string>;
  readonly mails: string[];
  readonly changes: Change[];
  /** Original transactions of users that an ad brought. */
  readonly purchases: string[];
  /** Whether all of it was answered. */
  isAnswered(): boolean;
}

interface Change {
  readonly id: string;
  readonly keyword: MarketKeyword;
  /** No other change sets it. */
  readonly bid: number;
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
  /** All of it is asked within this time; milliseconds. */
  readonly withinMs: number;
}

/** Rules run until after the faults have ceased. */
const ruledPart = 1.6;

/** Asks for everything at random instants; what is not answered is asked again. */
export function beginTraffic(world: World, size: TrafficSize): Traffic {
  const { installs, mails, changes, purchases, subscribers, restatements, withinMs } = size;
  const { time, random } = world;
  const acknowledged = new Set<string>();
  const traffic = { acknowledged, mails: [] as string[], changes: [] as Change[], purchases: [] as string[] };
  let answered = 0;
  const at = (begin: () => void): void => void time.after(random.next() * withinMs, begin, undefined);
  const answer = (): void => {
    answered += 1;
  };
  const observed = observeCampaigns(world).then(answer);
  for (let index = 0; index < installs; index += 1) {
    const id = `install-${index}`;
    at(() => reportInstall(world, id, acknowledged));
  }
  for (let index = 0; index < mails; index += 1) at(() => void askForMail(world, traffic.mails).then(answer));
  const keywords = marketKeywords();
  const bids = new Map(keywords.map(({ keywordId }) => [keywordId, firstBid]));
  for (let index = 0; index < changes; index += 1) {
    at(() => {
      const target = random.pick(keywords);
      const change = { id: crypto.randomUUID(), keyword: target, bid: firstBid + (index + 1) * 10_000 };
      const base = (restatements === 0 ? bids.get(target.keywordId) : world.market.bidOf(target.keywordId)) ?? firstBid;
      bids.set(target.keywordId, change.bid);
      traffic.changes.push(change);
      void observed.then(() => askForChange(world, change, base)).then(answer);
    });
  }
  const opened = purchases === 0 ? undefined : untilDone(world, () => openEndpoint(world)).then(answer);
  for (let index = 0; index < purchases; index += 1) {
    at(() => {
      const original = `33${index}`;
      traffic.purchases.push(original);
      const at = new Date(time.now()).toISOString();
      void opened?.then(() => untilDone(world, () => recordPurchase(world, original, at))).then(answer);
    });
  }
  for (let index = 0; index < subscribers; index += 1)
    void recordSubscriber(world, String(index), withinMs).then(answer);
  const ruled = restatements === 0 ? undefined : openRulesOf(world, [41, 42]).then(answer);
  for (let index = 0; index < restatements; index += 1) {
    const restate = (): void => {
      restateDay(world, keywords);
      answer();
    };
    time.after(random.next() * withinMs * ruledPart, restate, undefined);
  }
  if (restatements > 0)
    time.after(withinMs * ruledPart, () => void ruled?.then(() => pauseRules(world)).then(answer), undefined);
  const calls =
    1 +
    mails +
    changes +
    subscribers +
    (purchases === 0 ? 0 : 1 + purchases) +
    (restatements === 0 ? 0 : 2 + restatements);
  return { ...traffic, isAnswered: () => answered === calls && acknowledged.size === installs };
}

/** Phones ask again after so long. */
const againMs = 6000;

/** A phone reports its first launch to one of the services until one answers; at times to both at once. */
function reportInstall(world: World, id: string, acknowledged: Set<string>): void {
  const { time, random, network, replicas } = world;
  const install: Omit<InstallReport, 'received_at'> = {
    application_id: applicationId,
    install_id: id,
    first_launch_at: new Date(time.now()).toISOString(),
    attribution_token: 'token',
    sdk_version: null,
    app_version: null,
    os_version: null,
    device_class: 'iphone',
    locale: null,
  };
  const alive = replicas.filter(({ ingest }) => ingest !== undefined);
  const called = random.next() < 0.15 ? alive : alive.slice(0, 1 + random.upTo(1)).map(() => random.pick(alive));
  for (const { machine, ingest } of called) {
    if (ingest === undefined) continue;
    const acknowledge = (): void => void acknowledged.add(id);
    time.on(machine, () =>
      ingest.report(install).then(
        () => void time.after(network.delay(), acknowledge, machine),
        () => undefined,
      ),
    );
  }
  time.after(
    againMs,
    () => {
      if (!acknowledged.has(id)) reportInstall(world, id, acknowledged);
    },
    undefined,
  );
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
        context,
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
      context,
      decide: (state) => requestMail(state, mail),
    }),
  );
}

async function askForChange(world: World, { id, keyword: target, bid }: Change, base: number): Promise<void> {
  const log = world.openLog();
  const { campaignId, keywordId } = target;
  const request = changeRequestOf({
    changeId: id,
    applicationId,
    organization: { org_id: orgId, currency: 'USD' },
    actor: { kind: 'person', account_id: 1, source: null },
    comment: null,
    confirmed: false,
    undoes: null,
    rows: [{ key: `${campaignId}:${adGroupId}:${keywordId}`, field: 'cpt_bid', base, new: bid }],
    campaigns: new Map(),
    at: new Date().toISOString(),
  });
  await untilDone(world, () =>
    handleCommand(log, {
      stream: changeStream(id),
      decider: changeDecider,
      cause: `requested ${id}`,
      context,
      decide: (state) => requestChange(state, request),
    }),
  );
}
