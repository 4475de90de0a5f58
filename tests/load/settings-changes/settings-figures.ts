import type { SearchAdsClient } from '@tapwise/adapters';
import { inTables } from '../../support/facts/ads-world.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';
import { percentile } from '../measuring/figures.ts';

const campaignId = 880;
const adGroupId = 881;
const keywordsWritten = 500;
const writes = 20;
const warmUps = 3;
const changes = 200;

/** When calls at the ad service were under way, in milliseconds. */
interface Spans {
  readonly ended: [from: number, to: number][];
}

/** The same client; what the ad service takes for its answers is written down. */
function timed(client: SearchAdsClient, spans: Spans): SearchAdsClient {
  const { limits, ...methods } = client.writer;
  const calls = Object.entries(methods).map(([name, call]) => [
    name,
    async (...args: unknown[]) => {
      const from = performance.now();
      try {
        return await (call as (...args: unknown[]) => Promise<unknown>)(...args);
      } finally {
        spans.ended.push([from, performance.now()]);
      }
    },
  ]);
  return { ...client, writer: { limits, ...Object.fromEntries(calls) } };
}

/** Milliseconds during which at least one was under way. */
function covered(spans: Spans['ended']): number {
  let sum = 0;
  let until = 0;
  for (const [from, to] of [...spans].sort(([left], [right]) => left - right)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/** Prints what a write of 500 keyword rows costs, and how soon a table shows a confirmed value. */
export async function measureSettings(): Promise<void> {
  const spans: Spans = { ended: [] };
  const world = await startSettingsChangeWorld({ tables: true, watching: (client) => timed(client, spans) });
  try {
    const keywords = Array.from({ length: keywordsWritten }, (_, index) => ({
      adGroupId,
      keywordId: 90_000 + index,
      bid: 1_000_000,
    }));
    await world.campaign(campaignId, keywords);
    await measureWrites(world, spans, keywords);
    await measureRows(world, spans);
  } finally {
    await world.stop();
  }
}

const keyOf = (keywordId: number): string => `${campaignId}:${adGroupId}:${keywordId}`;

async function measureWrites(world: SettingsChangeWorld, spans: Spans, keywords: readonly { keywordId: number }[]) {
  const figures: { ours: number; theirs: number; cpu: number }[] = [];
  for (let write = 0; write < warmUps + writes; write += 1) {
    const bid = (101 + write) / 100;
    const new_bids = Object.fromEntries(keywords.map(({ keywordId }) => [keyOf(keywordId), bid]));
    spans.ended.length = 0;
    const began = performance.now();
    const cpuBefore = process.cpuUsage();
    const response = await world.call('PUT', 'keywords_bids', { new_bids, confirm_guardrails: true });
    const took = performance.now() - began;
    const cpu = process.cpuUsage(cpuBefore);
    const { changed } = response.body.counts as { changed: number };
    if (changed !== keywords.length) throw new Error(`${changed} of ${keywords.length} rows were changed`);
    const theirs = covered(spans.ended);
    if (write >= warmUps) figures.push({ ours: took - theirs, theirs, cpu: (cpu.user + cpu.system) / 1000 });
  }
  const ours = figures.map((figure) => figure.ours);
  const theirs = figures.map((figure) => figure.theirs);
  const p = (values: number[], share: number) => percentile(values, share).toFixed(0);
  const cpuOfRow =
    percentile(
      figures.map(({ cpu }) => cpu),
      0.5,
    ) / keywords.length;
  console.log(
    `processor time of a row, API, the worker and the stand-in service together: ${(1000 * cpuOfRow).toFixed(0)} µs`,
  );
  console.log(
    `write of ${keywords.length} keyword rows, our time beyond the ad service's answers: p50 ${p(ours, 0.5)} ms, p95 ${p(ours, 0.95)} ms (aim ≤ 150 ms); its answers ${p(theirs, 0.5)} ms`,
  );
}

/** From the service's answer to one change until the report of keywords shows the new bid. */
async function measureRows(world: SettingsChangeWorld, spans: Spans): Promise<void> {
  const { api, owner, applicationId, orgId } = world;
  const day = api.deps.now().toISOString().slice(0, 10);
  const query = {
    application_id: applicationId,
    asa_organization_id: orgId,
    from: day,
    to: day,
    campaign_id: campaignId,
    ad_group_id: adGroupId,
  };
  const readBid = async (keywordId: number): Promise<unknown> => {
    const { body } = await api.call('GET', '/api/asa/keywords', { token: owner.token, query });
    return (body.rows as { id: number; cpt_bid: number }[]).find(({ id }) => id === keywordId)?.cpt_bid;
  };
  const last = await api.log.lastPosition();
  await inTables(api, last);
  const keywordId = 90_000;
  const waits: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const bid = (200 + change) / 100;
    spans.ended.length = 0;
    const changing = world.call('PUT', 'keywords_bids', { new_bids: { [keyOf(keywordId)]: bid } });
    while ((await readBid(keywordId)) !== bid) await new Promise((resolve) => setImmediate(resolve));
    const at = performance.now();
    await changing;
    waits.push(at - (spans.ended.at(-1)?.[1] ?? at));
  }
  const p = (share: number) => percentile(waits, share).toFixed(0);
  console.log(
    `change → the report's row shows the confirmed value, after the ad service's answer, ${changes} changes: p50 ${p(0.5)} ms, p99 ${p(0.99)} ms (aim ≤ 500 ms)`,
  );
}
