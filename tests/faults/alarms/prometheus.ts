import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { eventually } from '../../support/product/product.ts';

const program = 'prometheus';
const rulesFile = join(import.meta.dirname, '..', '..', '..', 'infra', 'observability', 'alerts.yml');

/** An alert as its rule has it. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly AlertRule[] }[];
}

export const alertRules = (): AlertRule[] =>
  (parse(readFileSync(rulesFile, 'utf8')) as RuleFile).groups.flatMap(({ rules }) => rules);

/** A series over a time, with a point for each scrape. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

/** A Prometheus of the machine that scrapes every three seconds: figures may take two where something is away. */
export interface Prometheus {
  /** How many series an expression has now. @throws Error for one that Prometheus does not take. */
  count(expression: string): Promise<number>;
  /** What an expression gave between two instants, in seconds since 1970. @throws Error as above. */
  range(expression: string, from: number, to: number): Promise<Series[]>;
  stop(): Promise<void>;
}

/** As Prometheus answers: the point's value is a text. */
interface RangeAnswer {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

/** @param targets `host:port` of what gives figures. @throws Error where the machine has no Prometheus. */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  if (spawnSync(program, ['--version']).status !== 0)
    throw new Error('Prometheus is not on the path: install it (apt-get install prometheus) or put it there.');
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-prometheus-'));
  const port = await freePort();
  const scrape = { job_name: 'tapwise', static_configs: [{ targets }] };
  const global = { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '3s' };
  // JSON is YAML. The rules are loaded as they are, so that Prometheus refuses a file it cannot read.
  const config = { global, rule_files: [rulesFile], scrape_configs: [scrape] };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    () => fetch(`${url}/-/ready`),
    ({ ok }) => ok,
  );
  async function ask<T>(path: string, query: string, more: Readonly<Record<string, string>> = {}): Promise<T[]> {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams({ query, ...more })}`);
    const { data, error } = (await response.json()) as { data?: { result: T[] }; error?: string };
    if (data === undefined) throw new Error(`${query}: ${error}`);
    return data.result;
  }
  return {
    count: async (expression) => (await ask('query', expression)).length,
    range: async (expression, from, to) => {
      const answers = await ask<RangeAnswer>('query_range', expression, { start: `${from}`, end: `${to}`, step: '3' });
      return answers.map(({ metric, values }) => ({
        labels: metric,
        points: values.map(([at, value]) => ({ at, value: Number(value) })),
      }));
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
