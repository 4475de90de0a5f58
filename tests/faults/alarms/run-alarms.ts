import { setTimeout as pause } from 'node:timers/promises';
import { type AlarmWorld, startAlarmWorld } from './alarm-world.ts';
import { type Condition, conditions, notCaused } from './conditions.ts';
import { type AlertRule, alertRules, type Prometheus, startPrometheus } from './prometheus.ts';

/**
 * Causes the condition of each alarm in a product on this machine and asks a Prometheus, which scrapes it each second, whether the rule
 * notices the condition and its end. How long a rule waits (`for`) is not waited for, and rates look back 20 s in place of minutes.
 * Usage: `npm run alarms -- [alert …]`.
 */
const began = Date.now();
const say = (line: string): void => console.log(`[${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s] ${line}`);
const usualWindow = '20s';
const longestMs = 90_000;
const requested = process.argv.slice(2);
const rules = new Map(alertRules().map((rule) => [rule.alert, rule]));

/** What became of an alarm, in seconds; `undefined` where it did not come. */
interface Outcome {
  readonly alert: string;
  readonly seen: number | undefined;
  readonly cleared: number | undefined;
}

/** @returns seconds until an expression has series, or none; `undefined` when that does not come. */
async function until(prometheus: Prometheus, expression: string, wanted: boolean): Promise<number | undefined> {
  const start = performance.now();
  while (performance.now() - start < longestMs) {
    if ((await prometheus.count(expression)) > 0 === wanted) return (performance.now() - start) / 1000;
    await pause(500);
  }
  return undefined;
}

async function tryCondition(world: AlarmWorld, prometheus: Prometheus, condition: Condition): Promise<Outcome[]> {
  const { what, alerts, window = usualWindow } = condition;
  say(`${what} (${alerts.join(', ')})`);
  const expressions = alerts.map((alert) => ({ alert, expression: forRun(rules.get(alert), window) }));
  const causing = condition.cause(world);
  const seen = await Promise.all(expressions.map(({ expression }) => until(prometheus, expression, true)));
  await causing;
  await condition.clear(world);
  return await Promise.all(
    expressions.map(async ({ alert, expression }, index) => ({
      alert,
      seen: seen[index],
      cleared: await until(prometheus, expression, false),
    })),
  );
}

function forRun(rule: AlertRule | undefined, window: string): string {
  if (rule === undefined) throw new Error('A condition names an alert that has no rule');
  return rule.expr.replaceAll(/\[\d+[mhd]\]/g, `[${window}]`);
}

const seconds = (value: number | undefined): string => (value === undefined ? 'never' : `${value.toFixed(0)} s`);

const world = await startAlarmWorld();
const outcomes: Outcome[] = [];
let failed = true;
try {
  const prometheus = await startPrometheus(world.targets);
  try {
    const chosen = conditions.filter(
      ({ alerts }) => requested.length === 0 || alerts.some((alert) => requested.includes(alert)),
    );
    for (const condition of chosen) outcomes.push(...(await tryCondition(world, prometheus, condition)));
  } finally {
    await prometheus.stop();
  }
  failed = outcomes.some(({ seen, cleared }) => seen === undefined || cleared === undefined);
} finally {
  await world.stop();
}
console.log('\nAlarm                    noticed after   over after');
for (const { alert, seen, cleared } of outcomes)
  console.log(`${alert.padEnd(24)} ${seconds(seen).padEnd(15)} ${seconds(cleared)}`);
for (const [alert, why] of Object.entries(notCaused)) console.log(`${alert.padEnd(24)} not caused: ${why}`);
process.exit(failed ? 1 : 0);
