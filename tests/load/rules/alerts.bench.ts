import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { handleCommand, openFileFolder, openKeyVault } from '@tapwise/adapters';
import { failureDecider, failureStream, reportFailedTry } from '@tapwise/domain';
import { addAlertedApplications, slackPath, webhookPath } from '../../faults/rules/own/own-rules-world.ts';
import { startOwnRulesWorker, stopWorker } from '../../faults/rules/own/start-own-rules-worker.ts';
import { vaultKey } from '../../faults/rules/own/vault-key.ts';
import { asTest } from '../../support/facts/settings.ts';
import { eventually } from '../../support/product/product.ts';
import { startMailServer } from '../../support/stand-ins/mail-server.ts';
import { startWebhookReceiver } from '../../support/stand-ins/webhook-receiver.ts';
import { startSettingsChangeWorld } from '../../support/workers/settings-world.ts';
import { median, percentile } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';
import { secondsOf } from '../measuring/part-costs.ts';

/**
 * Seconds from what an alert is about, here that the ad service refused a key, until its message is at Slack and at a server, and its
 * notice below the bell; one incident after the other. Usage: `alerts.bench.ts [incidents]`.
 */
const incidents = Number(process.argv[2] ?? 21);
const aimSeconds = 5;
/** Slack takes one message a second at an address. */
const betweenMs = 1500;

await printMachine();
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-alerts-'));
const vault = openKeyVault(openFileFolder(folder), vaultKey);
const receiver = await startWebhookReceiver();
receiver.respondWith(slackPath, (_, response) => response.writeHead(200).end('ok'));
const world = await startSettingsChangeWorld({ tables: true });
const { api, owner } = world;
const { addresses, log } = api;
const { target } = receiver;
const mailServer = await startMailServer();
const smtpUrl = mailServer.url;
const times = { hourMs: 3_600_000, slotSeconds: 3600, sendsAreAheadMs: 0 };
const worker = startOwnRulesWorker({ addresses, folder, target, smtpUrl, ...times });
try {
  // The first is not counted: until then the process starts.
  const { applicationIds } = await addAlertedApplications(world, { vault, target, count: incidents + 1 });
  const waits = { slack: [] as number[], webhook: [] as number[], notice: [] as number[] };
  let usedBefore = 0;
  for (const [index, application_id] of applicationIds.entries()) {
    if (index === 1) usedBefore = secondsOf(worker.pid ?? 0) ?? 0;
    const began = performance.now();
    await refuse(application_id);
    const arrivalOf = async (path: string): Promise<number> =>
      ((await receiver.posts(path, index + 1)).at(-1)?.at ?? Number.NaN) - began;
    const [slack, webhook, notice] = await Promise.all([
      arrivalOf(slackPath),
      arrivalOf(webhookPath),
      noticedAfter(application_id, began),
    ]);
    if (index > 0) {
      waits.slack.push(slack);
      waits.webhook.push(webhook);
      waits.notice.push(notice);
    }
    await pause(betweenMs);
  }
  const used = ((secondsOf(worker.pid ?? 0) ?? 0) - usedBefore) / incidents;
  for (const [name, all] of Object.entries(waits)) {
    const seconds = all.map((ms) => ms / 1000);
    console.log(
      `cause to ${name}, ${incidents} incidents: median ${median(seconds).toFixed(1)} s, p99 ${percentile(seconds, 0.99).toFixed(1)} s (aim ≤ ${aimSeconds})`,
    );
  }
  console.log(`processor of the process that evaluates and sends, for one incident: ${used.toFixed(2)} s`);
} finally {
  await stopWorker(worker);
  receiver.stop();
  await mailServer.stop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** The ad service refuses the key of an application. */
async function refuse(application_id: number): Promise<void> {
  const subject = { application_id, org_id: null, source: 'ads_reports' as const };
  const refused = { reason: 'credentials_refused', detail: '401', at: new Date().toISOString() } as const;
  await handleCommand(log, {
    stream: failureStream(application_id),
    decider: failureDecider,
    context: asTest,
    cause: `refused ${application_id}`,
    decide: (state) => reportFailedTry(state, subject, refused),
  });
}

/** @returns milliseconds from then on until the notice of the application's incident is answered. */
async function noticedAfter(applicationId: number, began: number): Promise<number> {
  const ask = async () => {
    const { body } = await api.call('GET', '/api/asa/notices', { token: owner.token, query: {} });
    return body.notices as readonly { link: string }[] | undefined;
  };
  await eventually(ask, (notices) => notices?.some(({ link }) => link.endsWith(`?app=${applicationId}`)) === true, {
    everyMs: 50,
  });
  return performance.now() - began;
}
