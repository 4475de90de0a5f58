import { addDays, adsReportStream, type DomainEventOf } from '@tapwise/domain';
import { happened } from '../../support/facts/ads-world.ts';
import { recordPulls } from '../../support/facts/recorded-pulls.ts';
import { rulesAt } from '../../support/workers/rule-days.ts';
import { startSettingsChangeWorld } from '../../support/workers/settings-world.ts';
import { median } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * A back-test of a draft of a rule that people write: 64 slots over 2,000 keywords with figures of each day, six time ranges. A third of the
 * keywords match: an answer lists at most 50,000 verdicts of units that would have been changed, or would have been but for a hold.
 * Usage: `own-rules-backtest.bench.ts [days] [keywords] [repetitions]`.
 */
const days = Number(process.argv[2] ?? 8);
const hours = [0, 3, 6, 9, 12, 15, 18, 21];
const slots = days * hours.length;
const keywords = Number(process.argv[3] ?? 2000);
const repetitions = Number(process.argv[4] ?? 3);
const perCampaign = 500;
const longestDays = 90;

await printMachine();
const world = await startSettingsChangeWorld({ tables: true });
const { api, applicationId, orgId, owner } = world;
try {
  // Days to come: a campaign has no slots before it was first pulled.
  const first = addDays(new Date().toISOString().slice(0, 10), 1);
  const last = addDays(first, days - 1);
  const campaigns = Array.from({ length: Math.ceil(keywords / perCampaign) }, (_, index) => 100_000 * (index + 1));
  for (const id of campaigns) {
    await world.campaign(
      id,
      Array.from({ length: perCampaign }, (_, index) => ({
        adGroupId: id + 1,
        keywordId: id + 2 + index,
        bid: 900_000,
      })),
    );
  }
  for (let day = addDays(first, -longestDays - 3); day < last; day = addDays(day, 1)) {
    await happened(api, adsReportStream(applicationId, orgId, day), ...campaigns.map((id) => figuresOf(id, day)));
  }
  await recordPulls(api.log, { application_id: applicationId, org_id: orgId }, last, [0, longestDays + days + 3]);
  await rulesAt(world, { clock: 0 }, `${last}T21:15`);
  const tests = ['cpa 7d', 'cpa 14d', 'spend 30d', 'cr 60d', 'ttr 90d', 'cpt 14d-7'].map((figure) => {
    const [metric, window] = figure.split(' ');
    // Of three keywords one has a single install for 3.00 of spend, the others have two and three.
    return { metric, window, op: '>', value: metric === 'cpa' ? 2 : 0 };
  });
  const bid = { do: 'bid', how: 'lower', percent: 10, min: 0.1, max: 3 };
  const body = {
    application_id: applicationId,
    automation_type: 'custom',
    apply_to: { [orgId]: campaigns },
    automation_params: {
      level: 'keyword',
      cases: [{ when: { all: tests }, then: [bid] }],
      guards: { floors: false },
      schedule: { hours },
    },
    from: first,
    to: last,
  };
  const times: number[] = [];
  const processor: number[] = [];
  let listed = 0;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const before = process.cpuUsage();
    const began = performance.now();
    const response = await api.call('POST', '/api/asa/automated_campaigns/backtest', { token: owner.token, body });
    times.push((performance.now() - began) / 1000);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1e6);
    const tested = response.body.slots as { counts: { checked: number }; verdicts: unknown[] }[];
    if (tested?.length !== slots || tested.some(({ counts }) => counts.checked !== keywords))
      throw new Error(JSON.stringify(response.body).slice(0, 1000));
    listed = tested.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  }
  console.log(
    `back-test of ${slots} slots over ${keywords} keywords, ${listed} verdicts: ${times.map((seconds) => seconds.toFixed(1)).join(', ')} s, median ${median(times).toFixed(1)} s (aim ≤ 20); processor ${median(processor).toFixed(1)} s`,
  );
} finally {
  await world.stop();
}
process.exit();

function figuresOf(campaign_id: number, day: string): DomainEventOf<'AdsReportRowsRecorded'> {
  const rows = Array.from({ length: perCampaign }, (_, index) => ({
    ad_group_id: campaign_id + 1,
    keyword_id: campaign_id + 2 + index,
    country: 'US',
    impressions: 100 + index,
    taps: 5 + (index % 7),
    tap_installs: 1 + (index % 3),
    view_installs: 0,
    spend_micros: 3_000_000 + index,
  }));
  const pull = { application_id: applicationId, org_id: orgId, campaign_id, level: 'keyword' as const, day };
  const pulled_at = `${day}T23:00:00.000Z`;
  return { type: 'AdsReportRowsRecorded', data: { ...pull, currency: 'USD', pulled_at, rows } };
}
