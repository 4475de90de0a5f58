import { handleCommand } from '@tapwise/adapters';
import { changeDecider, changeRequestOf, changeStream, requestChange } from '@tapwise/domain';
import { applicationId, orgId } from '../../../../projections/src/testing/sample-events.ts';
import { asTest } from '../../../support/facts/settings.ts';
import type { MarketKeyword } from '../engines/ad-market.ts';
import type { World } from '../world.ts';
import type { Requests } from './requests.ts';
import { adGroupId, untilDone } from './team.ts';

/** Keywords whose bids people change, in two campaigns. */
export const marketKeywords = (): MarketKeyword[] =>
  [501, 502, 503, 504].map((keywordId) => ({
    campaignId: keywordId < 503 ? 41 : 42,
    adGroupId,
    keywordId,
    bid: firstBid,
  }));

export const firstBid = 900_000;
const bidStep = 10_000;
const mostRows = 4;

/** Bids that a person sets. */
export interface Change {
  readonly id: string;
  readonly rows: readonly { readonly keyword: MarketKeyword; readonly base: number }[];
  /** No other change sets it. */
  readonly bid: number;
}

/** Of the traffic of a run, what decides which bids people set. */
interface ChangesSize {
  readonly changes: number;
  readonly creations: number;
  readonly restatements: number;
  readonly hasCustomRules: boolean;
}

interface ChangesContext {
  readonly requests: Requests;
  /** When the log has the campaigns. */
  readonly observed: Promise<void>;
}

/** Bids that people set at random instants. @returns the changes, as they are asked for. */
export function beginChanges(world: World, size: ChangesSize, { requests, observed }: ChangesContext): Change[] {
  const changes: Change[] = [];
  const bids = new Map(marketKeywords().map(({ keywordId }) => [keywordId, firstBid]));
  for (let index = 0; index < size.changes; index += 1) {
    requests.sometime(() => {
      const bid = firstBid + (index + 1) * bidStep;
      const change = size.creations > 0 ? drawChange(world, bid) : drawBid(world, size, { bid, bids });
      changes.push(change);
      return observed.then(() => askForChange(world, change));
    });
  }
  return changes;
}

interface Bids {
  readonly bid: number;
  /** As they were asked for last, by keyword. */
  readonly bids: Map<number, number>;
}

function drawBid(
  { random, market }: World,
  { restatements, hasCustomRules }: ChangesSize,
  { bid, bids }: Bids,
): Change {
  const keyword = random.pick(marketKeywords());
  const { keywordId } = keyword;
  const base = (restatements > 0 || hasCustomRules ? market.bidOf(keywordId) : bids.get(keywordId)) ?? firstBid;
  bids.set(keywordId, bid);
  return { id: crypto.randomUUID(), rows: [{ keyword, base }], bid };
}

/** A change of several keywords in any campaigns, of those that the log has now. */
function drawChange({ random, market, record }: World, bid: number): Change {
  const { objects } = record.creations;
  const keywords = market.keywords.filter(({ text, keywordId }) => text === undefined || objects.has(keywordId));
  const picked = new Set(Array.from({ length: 1 + random.upTo(mostRows) }, () => random.pick(keywords)));
  const rows = [...picked].map((keyword) => ({ keyword, base: keyword.bid }));
  return { id: crypto.randomUUID(), rows, bid };
}

async function askForChange(world: World, { id, rows, bid }: Change): Promise<void> {
  const log = world.openLog();
  const request = changeRequestOf({
    changeId: id,
    applicationId,
    organization: { org_id: orgId, currency: 'USD' },
    actor: { kind: 'person', account_id: 1, source: null },
    comment: null,
    confirmed: false,
    undoes: null,
    rows: rows.map(({ keyword: { campaignId, adGroupId, keywordId }, base }) => {
      const key = `${campaignId}:${adGroupId}:${keywordId}`;
      return { key, field: 'cpt_bid' as const, base, new: bid };
    }),
    campaigns: new Map(),
    at: new Date().toISOString(),
  });
  await untilDone(world, () =>
    handleCommand(log, {
      stream: changeStream(id),
      decider: changeDecider,
      cause: `requested ${id}`,
      context: asTest,
      decide: (state) => requestChange(state, request),
    }),
  );
}
