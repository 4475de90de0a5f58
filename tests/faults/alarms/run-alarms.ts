import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { enter } from '../../support/people/customer.ts';
import { canMount, requireOwnMounts } from '../machine/machine.ts';
import { type AlarmWorld, startAlarmWorld } from './alarm-world.ts';
import { type Condition, conditions } from './conditions.ts';
import { type FilledPanel, fillPanels, shortened } from './dashboard-panels.ts';
import { drawPanels } from './draw-panels.ts';
import { type AlertRule, alertRules, type Prometheus, startPrometheus } from './prometheus.ts';

/**
 * Causes the condition of each alarm in a product on this machine and asks a Prometheus, which scrapes it every three seconds, whether the
 * rule notices the condition and its end. How long a rule waits (`for`) is not waited for, and rates look back 20 s in place of minutes.
 * Then every panel of the dashboard is asked over the run; after all alarms none may be empty.
 * Usage: `npm run alarms -- [alert …] [--picture FILE]`; the picture shows the panels. *DiskFull* needs Linux and the user root, because the data are on a disk of their own.
 */
if (canMount()) requireOwnMounts('alarms');
const began = Date.now();
const say = (line: string): void => console.log(`[${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s] ${line}`);
const usualWindow = '20s';
/** After the cause has ended. */
const longestMs = 90_000;
const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { picture: { type: 'string' } },
});
const rules = new Map(alertRules().map((rule) => [rule.alert, rule]));

/** The outcome of an alarm, in seconds; `undefined` where it did not come. */
interface Outcome {
  readonly alert: string;
  readonly seen: number | undefined;
  readonly cleared: number | undefined;
}

interface WatchedAlert {
  readonly alert: string;
  readonly expression: string;
}

/**
 * @param caused From its end on it may take `longestMs`.
 * @returns seconds until an expression has series, or none; `undefined` when that does not come.
 */
async function until(
  prometheus: Prometheus,
  { expression }: WatchedAlert,
  wanted: boolean,
  caused: Promise<unknown> = Promise.resolve(),
): Promise<number | undefined> {
  const start = performance.now();
  let end = Number.POSITIVE_INFINITY;
  const limit = (): void => {
    end = performance.now() + longestMs;
  };
  caused.then(limit, limit);
  while (performance.now() < end) {
    if ((await prometheus.count(expression)) > 0 === wanted) return (performance.now() - start) / 1000;
    await pause(500);
  }
  return undefined;
}

async function tryCondition(world: AlarmWorld, prometheus: Prometheus, condition: Condition): Promise<Outcome[]> {
  const { what, alerts, window = usualWindow } = condition;
  const watched = alerts.map((alert) => ({ alert, expression: forRun(rules.get(alert), window) }));
  if (condition.isFromStart === undefined) await Promise.all(watched.map((alert) => until(prometheus, alert, false)));
  say(`${what} (${alerts.join(', ')})`);
  const causing = condition.cause(world);
  const seen = await Promise.all(watched.map((alert) => until(prometheus, alert, true, causing)));
  await causing;
  await condition.clear(world);
  return await Promise.all(
    watched.map(async (alert, index) => ({
      alert: alert.alert,
      seen: seen[index],
      cleared: await until(prometheus, alert, false),
    })),
  );
}

/** A person signs up and gets a mail, and a page reports how it is used: panels show that, and no alarm is about it. */
async function visit({ product: { url }, post }: AlarmWorld): Promise<void> {
  await enter(url, { name: 'Alarm Trials', email: 'alarms@example.org', password: randomUUID() });
  await post(`${url}/api/usage`, JSON.stringify({ events: [{}] }));
}

function forRun(rule: AlertRule | undefined, window: string): string {
  if (rule === undefined) throw new Error('A condition names an alert that has no rule');
  return shortened(rule.expr, window);
}

const seconds = (value: number | undefined): string => (value === undefined ? 'never' : `${value.toFixed(0)} s`);

const unknown = requested.filter((alert) => !rules.has(alert));
if (unknown.length > 0) throw new RangeError(`There is no alert ${unknown.join(', ')}`);
const chosen = conditions.filter(
  ({ alerts }) => requested.length === 0 || alerts.some((alert) => requested.includes(alert)),
);
const outcomes: Outcome[] = [];
let panels: FilledPanel[] = [];
const world = await startAlarmWorld();
try {
  const prometheus = await startPrometheus(world.targets);
  try {
    await visit(world);
    for (const condition of chosen) {
      if (condition.needsDisk && world.disk === undefined) continue;
      outcomes.push(
        ...(await tryCondition(world, prometheus, condition).catch((error: unknown) => {
          say(`it could not be caused: ${error instanceof Error ? error.message : String(error)}`);
          return condition.alerts.map((alert) => ({ alert, seen: undefined, cleared: undefined }));
        })),
      );
    }
    panels = await fillPanels(prometheus, { from: began / 1000, to: Date.now() / 1000, window: usualWindow });
  } finally {
    await prometheus.stop();
  }
} finally {
  await world.stop();
}
console.log('\nAlarm                    noticed after   over after');
for (const { alert, seen, cleared } of outcomes)
  console.log(`${alert.padEnd(24)} ${seconds(seen).padEnd(15)} ${seconds(cleared)}`);
if (world.disk === undefined)
  console.log('DiskFull                 not caused: only the user root of a Linux can mount a disk');
const noticed = new Set(outcomes.map(({ alert }) => alert));
const left = requested.length > 0 ? [] : [...rules.keys()].filter((alert) => !noticed.has(alert));
for (const alert of left) console.log(`${alert.padEnd(24)} has no condition`);
const empty = panels.filter(({ panel, lines }) => panel.targets !== undefined && lines.length === 0);
console.log(`\n${panels.length - empty.length} of ${panels.length} panels of the dashboard have series`);
for (const { panel } of empty) console.log(`no series: ${panel.title}`);
if (options.picture !== undefined) await drawPanels(panels, options.picture);
const isUnnoticed = outcomes.some(({ seen, cleared }) => seen === undefined || cleared === undefined);
process.exit(isUnnoticed || (requested.length === 0 && empty.length > 0) ? 1 : 0);
