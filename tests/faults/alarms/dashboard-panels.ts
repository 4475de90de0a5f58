import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Prometheus, Series } from './prometheus.ts';

const dashboardFile = join(import.meta.dirname, '..', '..', '..', 'infra', 'observability', 'dashboard.json');

interface Target {
  readonly expr: string;
  readonly legendFormat?: string;
}

/** A panel of the dashboard, as its file has it. */
export interface Panel {
  readonly title: string;
  readonly type: string;
  /** In the dashboard's grid of 24 columns. */
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly Target[];
}

export interface PanelLine {
  /** As the panel names the series. */
  readonly name: string;
  readonly points: Series['points'];
}

/** A panel and what its expressions gave. */
export interface FilledPanel {
  readonly panel: Panel;
  readonly lines: readonly PanelLine[];
}

interface Run {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** In place of the windows of the file, which are longer than the run. */
  readonly window: string;
}

/** Asks every expression of the dashboard over a run. @throws Error for an expression that Prometheus does not take. */
export async function fillPanels(prometheus: Prometheus, { from, to, window }: Run): Promise<FilledPanel[]> {
  const { panels } = JSON.parse(readFileSync(dashboardFile, 'utf8')) as { readonly panels: readonly Panel[] };
  return await Promise.all(
    panels.map(async (panel) => {
      const lines: PanelLine[] = [];
      for (const { expr, legendFormat = '' } of panel.targets ?? []) {
        const series = await prometheus.range(shortened(expr, window), from, to);
        lines.push(...series.map(({ labels, points }) => ({ name: nameOf(legendFormat, labels), points })));
      }
      return { panel, lines };
    }),
  );
}

/** An expression whose windows are those of a short run. */
export const shortened = (expression: string, window: string): string =>
  expression.replaceAll(/\[\d+[mhd]\]/g, `[${window}]`);

function nameOf(legend: string, labels: Series['labels']): string {
  if (legend !== '') return legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? '');
  return Object.entries(labels)
    .filter(([label]) => label !== '__name__')
    .map(([label, value]) => `${label} ${value}`)
    .join(', ');
}
