import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, openFileFolder, openKeyVault, readLog } from '@tapwise/adapters';
import { randomDraws } from '../../../predictions/random-draws.ts';
import { eventually } from '../../../support/product/product.ts';
import { startMailServer } from '../../../support/stand-ins/mail-server.ts';
import { startWebhookReceiver } from '../../../support/stand-ins/webhook-receiver.ts';
import { startSettingsChangeWorld } from '../../../support/workers/settings-world.ts';
import { type AlertFigures, compareAlerts, type LoggedAlerts, readAlerts } from './alert-differences.ts';
import { causeIncidents } from './caused-incidents.ts';
import { compareOwnRules, type OwnRuleFigures } from './own-rule-differences.ts';
import { addAlertedApplications, addOwnRules, pauseOwnRules, slackPath } from './own-rules-world.ts';
import { startOwnRulesWorker, stopWorker } from './start-own-rules-worker.ts';
import { vaultKey } from './vault-key.ts';
import { compareWrittenAlerts, type WrittenAlertFigures } from './written-alert-differences.ts';
import { addWrittenAlerts, type WrittenAlerts } from './written-alerts.ts';

export interface KilledOwnRulesOptions {
  readonly kills: number;
  readonly seed: number;
  /** Between two slots of rules and alerts. All that runs at one is counted, so that fewer slots take less of the processor. */
  readonly slotSeconds: number;
}

export interface KilledOwnRules {
  readonly rules: OwnRuleFigures;
  readonly alerts: AlertFigures;
  readonly writtenAlerts: WrittenAlertFigures;
  readonly seconds: number;
}

/** Of rules; a day of cooling is 1.2 s. */
const hourMs = 50;
/** Longest until a process has done something, and until all has ended. */
const timeoutMs = 120_000;
/** An attempt that a kill cut off is over by then. */
const sendsAheadMs = 180_000;
const longestBeforeKillMs = 2500;
const digestWithinMs = 30_000;

/**
 * Runs rules that people wrote, evaluates alerts and sends what they say in a process that is killed at random moments, each after it has
 * done something; then compares what was decided and what happened with what came of it.
 */
export async function runOwnRulesWithKills({
  kills,
  seed,
  slotSeconds,
}: KilledOwnRulesOptions): Promise<KilledOwnRules> {
  const draws = randomDraws(seed);
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-killed-rules-'));
  const vault = openKeyVault(openFileFolder(folder), vaultKey);
  const receiver = await startWebhookReceiver();
  receiver.respondWith(slackPath, (_, response) => response.writeHead(200).end('ok'));
  const mailServer = await startMailServer();
  const world = await startSettingsChangeWorld({ tables: true, vault });
  const { log, addresses } = world.api;
  const startWorker = (sendsAreAheadMs: number): ChildProcess =>
    startOwnRulesWorker({
      addresses,
      folder,
      target: receiver.target,
      smtpUrl: mailServer.url,
      hourMs,
      slotSeconds,
      sendsAreAheadMs,
    });
  let worker: ChildProcess | undefined;
  const began = performance.now();
  try {
    await addOwnRules(world);
    const written = await addWrittenAlerts(world);
    const count = Math.ceil(kills / 2);
    const alerted = await addAlertedApplications(world, { vault, target: receiver.target, count });
    worker = startWorker(0);
    const stopping = new AbortController();
    const causing = causeIncidents(log, alerted, stopping.signal);
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        await untilSomethingIsDone(log);
        await pause(longestBeforeKillMs * draws.uniform());
        await stopWorker(worker);
        worker = startWorker(0);
      }
      await causing;
      await untilWrittenAlertFired(log, written);
    } finally {
      stopping.abort();
    }
    await pauseOwnRules(world);
    await stopWorker(worker);
    worker = startWorker(sendsAheadMs);
    // What waited for the end of quiet hours is sent now, if it was not before, and cut off once more.
    await untilSomethingIsDone(log, digestWithinMs).catch(() => undefined);
    await stopWorker(worker);
    worker = startWorker(2 * sendsAheadMs);
    const compare = async () => ({
      rules: await compareOwnRules(world),
      alerts: await compareAlerts(log, alerted, receiver.received),
      writtenAlerts: await compareWrittenAlerts(log, written, mailServer.arrived),
    });
    const figures = await eventually(
      compare,
      (all) => [all.rules, all.alerts, all.writtenAlerts].every(({ open }) => open.length === 0),
      {
        timeoutMs,
        everyMs: 500,
      },
    ).catch(compare);
    return { ...figures, seconds: (performance.now() - began) / 1000 };
  } finally {
    if (worker !== undefined) await stopWorker(worker);
    receiver.stop();
    await mailServer.stop();
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rules have raised bids, and an alert about these has an incident. */
async function untilWrittenAlertFired(log: EventLog, { alerts }: WrittenAlerts): Promise<void> {
  const hasFired = ({ incidents }: LoggedAlerts): boolean => alerts.some(({ id }) => incidents.has(id));
  await eventually(() => readAlerts(log), hasFired, { timeoutMs, everyMs: 500 });
}

/** A run began, or a message was claimed, after now. */
async function untilSomethingIsDone(log: EventLog, withinMs = timeoutMs): Promise<void> {
  let after = await log.lastPosition();
  const looked = async (): Promise<boolean> => {
    let isDone = false;
    await readLog(log, { after, streamPrefixes: ['customRuleRun-', 'alertMessages-'] }, (events) => {
      for (const { event, position } of events) {
        if (event.type === 'CustomRuleRunStarted' || event.type === 'AlertMessageClaimed') isDone = true;
        after = position;
      }
    });
    return isDone;
  };
  await eventually(looked, (isDone) => isDone, { timeoutMs: withinMs, everyMs: 100 });
}
