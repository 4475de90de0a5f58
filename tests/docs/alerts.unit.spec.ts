import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { metricsRegistry } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
// Each registers the figures that its part gives out.
import '../../api/src/http/metrics.plugin.ts';
import '../../api/src/monitoring/metrics/mail-metrics.ts';
import '../../api/src/monitoring/metrics/measure.ts';
import '../../api/src/monitoring/commands/client-error.command.ts';
import '../../api/src/monitoring/commands/report-usage.command.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = 'docs/operations/alarms';

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^([A-Z][a-z]+)+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

const rules = rulesSchema.parse(parse(read('infra/observability/alerts.yml'))).groups.flatMap((group) => group.rules);
const { panels } = dashboardSchema.parse(JSON.parse(read('infra/observability/dashboard.json')));

/** Prometheus makes these itself: whether a scrape worked, and what its rules say. */
const madeByPrometheus = ['up', 'ALERTS'];
const endings: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };

async function registered(): Promise<ReadonlySet<string>> {
  const metrics = await metricsRegistry.getMetricsAsJSON();
  const names = metrics.flatMap(({ name, type }) =>
    (endings[String(type)] ?? ['']).map((ending) => `${name}${ending}`),
  );
  return new Set([...names, ...madeByPrometheus]);
}

/** Metrics of an expression, by Prometheus' own grammar. @throws SyntaxError for one that is none. */
function metricsIn(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new SyntaxError(`Not PromQL: ${expression}`);
      if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector')
        names.push(expression.slice(from, to));
    },
  });
  return names;
}

const unregistered = async (expression: string): Promise<string[]> => {
  const names = await registered();
  return metricsIn(expression).filter((name) => !names.has(name));
};

describe('alert rules', () => {
  it.each(rules)('$alert asks for metrics that the parts give out', async ({ expr }) => {
    expect(metricsIn(expr)).not.toEqual([]);
    expect(await unregistered(expr)).toEqual([]);
  });

  it('have a page each, and no page is without a rule', () => {
    const fileOf = (alert: string): string => `${alert.replace(/(?<!^)(?=[A-Z])/g, '-').toLowerCase()}.md`;
    expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
      rules.map(({ alert }) => `${pages}/${fileOf(alert)}`),
    );
    expect(readdirSync(join(root, pages)).sort()).toEqual(rules.map(({ alert }) => fileOf(alert)).sort());
    for (const { alert } of rules) {
      const text = read(`${pages}/${fileOf(alert)}`);
      expect(text).toMatch(new RegExp(`^# ${alert}\\n\\n[^]+\\*\\*Look at\\*\\*[^]+\\*\\*Do\\*\\*`));
      expect(text.split('\n').length).toBeLessThanOrEqual(26);
    }
  });
});

describe('the dashboard', () => {
  const drawn = panels.filter(({ targets }) => targets.length > 0);

  it.each(drawn)('$title asks for metrics that the parts give out', async ({ targets }) => {
    for (const { expr } of targets) expect(await unregistered(expr)).toEqual([]);
  });
});
