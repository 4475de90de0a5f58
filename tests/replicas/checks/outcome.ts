import type { ReportTotals } from '@tapwise/contract';
import { compareRules } from '../../faults/rules/rule-differences.ts';
import { compareSettingsChanges } from '../../faults/settings-changes/change-differences.ts';
import { eventually } from '../../support/product/product.ts';
import { compareWithTruth, settle } from '../../support/product/truth.ts';
import type { Kill } from '../kills.ts';
import { type EndedTraffic, openLogOf, type Traffic, type World, webhookUrlOf } from '../scenario.ts';
import type { Tally } from '../tally.ts';
import { checkInputs } from './inputs.ts';
import { checkMails } from './mails.ts';
import { rebuildTables } from './tables.ts';
import { checkWebhooks } from './webhooks.ts';

/** What nothing restates any more, and what came while processes were killed. */
const comparedDays = [5, 1, 0];

/** Looks at everything that must be so when the traffic has ended. What is not so is among the faults of the tally. */
export async function checkOutcome(
  world: World,
  traffic: Traffic,
  ended: EndedTraffic,
  kills: readonly Kill[],
): Promise<void> {
  const { product, mailServer, receiver, simulator, tally } = world;
  const log = openLogOf(product);
  try {
    await checkSettings(world, traffic, ended);
    await simulator.pause(true);
    await settle(simulator, product.url);
    await checkInputs(log, traffic.application, ended.installs, tally);
    await checkMails(log, mailServer.arrived, kills, tally);
    await checkWebhooks(log, { url: webhookUrlOf(receiver), received: receiver.received }, kills, tally);
    await checkTruth(world, traffic);
    await checkLivePage(traffic, world);
    await exchangeTables(product, tally);
  } finally {
    traffic.livePage.close();
    await log.close();
  }
}

/** A rebuild beside other programs may take longer than the lock of the tables lasts; then it is begun again. */
async function exchangeTables(product: World['product'], tally: Tally): Promise<void> {
  const rebuild = () => rebuildTables(product, tally);
  await eventually(rebuild, (exchanged) => exchanged, { timeoutMs: 120_000, everyMs: 2000 }).catch(() =>
    tally.fault('the tables were not exchanged at the end'),
  );
}

async function checkSettings(
  { product, tally }: World,
  { customer }: Traffic,
  { changes }: EndedTraffic,
): Promise<void> {
  const rules = await eventually(
    () => compareRules(product),
    ({ open }) => open.length === 0,
    { timeoutMs: 120_000, everyMs: 2000 },
  ).catch(() => compareRules(product));
  for (const words of [...rules.open, ...rules.twice, ...rules.differences]) tally.fault(`rules: ${words}`);
  tally.count('runs of rules', rules.runs);
  tally.count('bids raised by them', rules.raises);
  const settings = await compareSettingsChanges(product, customer, changes);
  for (const words of settings.differences) tally.fault(`settings: ${words}`);
  tally.count('edits', changes.changes.length);
  tally.count('creations', changes.creations.length);
  tally.count('objects made', settings.objectsMade);
}

async function checkTruth({ simulator, tally }: World, { customer }: Traffic): Promise<void> {
  for (const day of comparedDays) {
    const compare = () => compareWithTruth(customer, simulator, day, ['campaign']);
    const { cells, differences } = await eventually(compare, (result) => result.differences.length === 0, {
      timeoutMs: 60_000,
      everyMs: 2000,
    }).catch(compare);
    for (const words of differences) tally.fault(`truth: ${words}`);
    tally.count('cells equal to the truth', cells - differences.length);
  }
}

/** The page shows what the report says by now. */
async function checkLivePage({ customer, livePage, report }: Traffic, { tally }: World): Promise<void> {
  const differing = async (): Promise<string[]> => {
    const { totals } = await customer.report('campaigns', report.query);
    const displayed: Partial<ReportTotals> = livePage.totals() ?? {};
    return (['impressions', 'taps', 'installs', 'spend', 'first_launches', 'trials'] as const).flatMap((column) =>
      displayed[column] === totals[column] ? [] : [`${column}: ${displayed[column]}, the report ${totals[column]}`],
    );
  };
  const last = await eventually(differing, ({ length }) => length === 0, { timeoutMs: 30_000 }).catch(differing);
  for (const words of last) tally.fault(`the live page shows ${words}`);
}
