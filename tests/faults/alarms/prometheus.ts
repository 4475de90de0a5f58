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

/** A Prometheus of the machine that scrapes every three seconds: figures may take two where something is away. */
export interface Prometheus {
  /** How many series an expression has now. @throws Error for one that Prometheus does not take. */
  count(expression: string): Promise<number>;
  stop(): Promise<void>;
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
  return {
    count: async (expression) => {
      const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      const { data, error } = (await response.json()) as { data?: { result: readonly unknown[] }; error?: string };
      if (data === undefined) throw new Error(`${expression}: ${error}`);
      return data.result.length;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
