import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { obtainChromium } from '../../../infra/operations/test/chromium.ts';
import type { FilledPanel } from './dashboard-panels.ts';

/** The charts' library is one of the dashboard's own. */
const web = createRequire(join(import.meta.dirname, '..', '..', '..', 'web', 'package.json'));
/** Of the dashboard's grid, in pixels. */
const columnWidth = 70;
const rowHeight = 34;

/** Draws the panels in the places that the dashboard's file gives them, for a reader without a Grafana, and writes a picture. */
export async function drawPanels(panels: readonly FilledPanel[], file: string): Promise<void> {
  const rows = Math.max(...panels.map(({ panel: { gridPos } }) => gridPos.y + gridPos.h));
  const executablePath = await obtainChromium();
  const browser = await chromium.launch({
    ...(executablePath === '' ? {} : { executablePath }),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 24 * columnWidth + 16, height: rows * rowHeight + 16 } });
    await page.setContent(html(panels));
    await page.addScriptTag({ content: readFileSync(web.resolve('echarts/dist/echarts.min.js'), 'utf8') });
    await page.evaluate(drawing(panels));
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const html = (panels: readonly FilledPanel[]): string => `<!doctype html><style>
  body { margin: 8px; background: #f5f5f5; font: 12px 'Segoe UI', sans-serif; color: #242424; position: relative }
  section { position: absolute; box-sizing: border-box; padding: 4px }
  section > div { box-sizing: border-box; width: 100%; height: 100%; background: #fff; border: 1px solid #e0e0e0; padding: 6px 8px; overflow: hidden }
  h1 { font-size: 14px; margin: 8px 4px } h2 { font-size: 12px; margin: 0 } figure { margin: 0; width: 100%; height: calc(100% - 18px) }
</style>${panels.map(section).join('')}`;

function section({ panel: { title, type, gridPos }, lines }: FilledPanel, index: number): string {
  const { x, y, w, h } = gridPos;
  const style = `left:${x * columnWidth}px;top:${y * rowHeight}px;width:${w * columnWidth}px;height:${h * rowHeight}px`;
  if (type === 'row') return `<section style="${style}"><h1>${escaped(title)}</h1></section>`;
  const empty = lines.length === 0 ? '<p>No data in this run</p>' : '';
  const body = `<h2>${escaped(title)}</h2>${empty}<figure data-panel="${index}"></figure>`;
  return `<section style="${style}"><div>${body}</div></section>`;
}

/** A program for the page: one chart of lines for each panel that has any. */
function drawing(panels: readonly FilledPanel[]): string {
  const options = panels.flatMap(({ panel, lines }, index) =>
    panel.type === 'row' || lines.length === 0 ? [] : { index, option: optionOf(lines) },
  );
  return `for (const { index, option } of ${JSON.stringify(options)})
    echarts.init(document.querySelector('[data-panel="' + index + '"]')).setOption(option);`;
}

const mostNames = 8;

const optionOf = (lines: FilledPanel['lines']) => ({
  animation: false,
  grid: { left: 48, right: 12, top: lines.length > mostNames ? 10 : 34, bottom: 22 },
  legend: { show: lines.length <= mostNames, type: 'scroll', top: 0, left: 0, itemWidth: 12, itemHeight: 6 },
  xAxis: { type: 'time' },
  yAxis: { type: 'value', splitNumber: 3 },
  series: lines.map(({ name, points }) => ({
    name,
    type: 'line',
    showSymbol: points.length === 1,
    lineStyle: { width: 1.5 },
    data: points.map(({ at, value }) => [at * 1000, value]),
  })),
});
