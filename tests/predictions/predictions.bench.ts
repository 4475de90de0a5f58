import { availableParallelism, cpus } from 'node:os';
import { fitApplication } from '@tapwise/domain';
import { dayInstant, type SimulatedSubscription, simulateApplication } from './application-simulator.ts';
import { type Coverage, coverage, type Scored, scoreApplication, sumOf } from './calibration.ts';

/** Calibration of predictions on simulated applications, against rules of thumb, and the time of a large fit. */
const applications = 10;
const trials = 6000;
const cutoffs = [420, 480, 540];
const horizons = [90, 365];
const percent = (value: number): string => `${(100 * value).toFixed(1).padStart(6)} %`;

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`);
/** An application at a cut-off. */
interface Run {
  readonly cutoff: number;
  readonly scored: Scored[];
}

const began = performance.now();
const runsByHorizon = new Map<number, Run[]>(horizons.map((days) => [days, []]));
for (let application = 0; application < applications; application += 1) {
  const lives = simulateApplication({ seed: 1000 + application, trials, startDays: 540, endDay: 905 });
  for (const cutoff of cutoffs) {
    for (const [days, scored] of scoreApplication(lives, cutoff, horizons)) {
      runsByHorizon.get(days)?.push({ cutoff, scored });
    }
  }
}
for (const [days, all] of runsByHorizon) printHorizon(days, all);
console.log(`simulated, fitted ${applications * cutoffs.length} times and scored in ${seconds(began)} s`);
printLargeFit();

function printHorizon(days: number, all: readonly Run[]): void {
  const everything = all.filter(({ cutoff }) => cutoff === cutoffs.at(-1)).flatMap(({ scored }) => scored);
  const received = sumOf(everything, 'received');
  const actual = sumOf(everything, 'actual');
  console.log(`\nH = ${days} days, ${applications} applications of ${trials} trials, seen on day ${cutoffs.at(-1)}`);
  for (const [name, predicted] of [
    ['model', sumOf(everything, 'predicted')],
    ['constant churn', sumOf(everything, 'constantChurn')],
    ['current income only', received],
  ] as const) {
    const remaining = (predicted - received) / (actual - received) - 1;
    const aim = name === 'model' ? '  (aim: within 2 %)' : '';
    console.log(
      `  ${name.padEnd(20)} bias ${percent(predicted / actual - 1)}, of what was to come ${percent(remaining)}${aim}`,
    );
  }
  printCoverage(days, all);
  printYoungCohorts(all);
}

function printCoverage(days: number, all: readonly Run[]): void {
  for (const [level, rowOf, newest] of [
    ['keywords, installs of 30 days', (prediction: Scored) => prediction.subscription.keyword, 30],
    ['keywords, installs of 90 days', (prediction: Scored) => prediction.subscription.keyword, 90],
    ['keywords, installs of all time', (prediction: Scored) => prediction.subscription.keyword, 540],
    ['countries, installs of all time', (prediction: Scored) => prediction.subscription.line.country, 540],
    ['applications', () => '', 540],
  ] as const) {
    const counts = all.map(({ cutoff, scored }) => {
      const young = scored.filter(({ ageDays }) => ageDays <= newest);
      return coverage(young, rowOf, dayInstant(cutoff + days));
    });
    const every = coverageText(counts.map((count) => count.all));
    const certain = coverageText(counts.map((count) => count.certain));
    console.log(`  80 % band of ${level.padEnd(31)} covers ${every}; where something surely comes ${certain}`);
  }
  console.log('    (aim: 75 to 85 %)');
}

function coverageText(counts: readonly Coverage[]): string {
  const total = (field: keyof Coverage): number => counts.reduce((sum, count) => sum + count[field], 0);
  const rows = total('rows');
  return `${percent(total('inside') / rows)} of ${rows} rows (${percent(total('below') / rows)} below)`;
}

/** Cohorts of a week around 14 days of age, one of each application and cut-off. */
function printYoungCohorts(all: readonly Run[]): void {
  const cohorts = all.map(({ scored }) => scored.filter(({ ageDays }) => ageDays > 10.5 && ageDays <= 17.5));
  const actual = cohorts.reduce((sum, cohort) => sum + sumOf(cohort, 'actual'), 0);
  for (const [name, field] of [
    ['model', 'predicted'],
    ['constant churn', 'constantChurn'],
    ['current income only', 'received'],
  ] as const) {
    const differences = cohorts.map((cohort) => sumOf(cohort, field) - sumOf(cohort, 'actual'));
    const error = differences.reduce((sum, difference) => sum + Math.abs(difference), 0) / actual;
    const bias = differences.reduce((sum, difference) => sum + difference, 0) / actual;
    console.log(`  cohorts at 14 days of age: ${name.padEnd(20)} error ${percent(error)}, bias ${percent(bias)}`);
  }
}

function printLargeFit(): void {
  const lines = oneProduct(simulateApplication({ seed: 9, trials: 300_000, startDays: 720, endDay: 730 }));
  const moments = lines.reduce((sum, line) => sum + line.moments.length, 0);
  const start = performance.now();
  const processor = process.cpuUsage();
  fitApplication(lines, { asOf: dayInstant(730) });
  const { user, system } = process.cpuUsage(processor);
  const momentsPerLine = (moments / lines.length).toFixed(1);
  const time = `${seconds(start)} s, ${((user + system) / 1e6).toFixed(1)} s of processor`;
  console.log(`\nfit of one product, ${lines.length} lines of ${momentsPerLine} moments, with its back-test: ${time}`);
}

function oneProduct(lives: readonly SimulatedSubscription[]) {
  return lives.map(({ line }) => ({ ...line, product_id: 'only' }));
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}
