import { createHash } from 'node:crypto';
import { escapeHtml } from '@tapwise/domain';
import type { OperatorFinding, OperatorSection } from '@tapwise/projections/queries';

const style = `
:root { color-scheme: light dark; --ground: #f3f5f8; --sheet: #fff; --line: #ebeef2; --edge: #e0e4ea;
  --ink: #181c24; --quiet: #586171; --ok: #0e700e; --warn: #8a3707; --bad: #b10e1c; }
@media (prefers-color-scheme: dark) { :root { --ground: #0e1013; --sheet: #16181d; --line: #24282f; --edge: #2e333b;
  --ink: #edeff3; --quiet: #9ea6b4; --ok: #54b054; --warn: #faa06b; --bad: #dc626d; } }
body { margin: 0; padding: 20px; background: var(--ground); color: var(--ink);
  font: 13px/18px 'Segoe UI', -apple-system, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1080px; margin: 0 auto; padding: 20px; background: var(--sheet);
  border: 1px solid var(--edge); border-radius: 10px; }
h1 { margin: 0 0 4px; font-size: 18px; line-height: 24px; }
h2 { margin: 24px 0 4px; font-size: 15px; line-height: 20px; }
p { margin: 0; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 10px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th { font-weight: 500; }
thead th, thead .state { color: var(--quiet); font-size: 12px; font-weight: 500; }
.what { width: 32%; }
td.state { font-weight: 600; } .state { width: 88px; }
.ok { color: var(--ok); } .filling { color: var(--quiet); } .degraded, .starting { color: var(--warn); } .down { color: var(--bad); }
`;

/** Nothing but its own style: the page has no script, form, picture or connection. */
export const operatorPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What an operator looks at, as a page. @param at When it was looked. */
export function operatorPage(sections: readonly OperatorSection[], at: Date): string {
  const all = sections.flatMap(({ findings }) => findings);
  const failing = all.filter(({ status }) => status !== 'ok' && status !== 'filling').length;
  const summary = failing === 0 ? 'Everything is as it should be' : `${failing} of ${all.length} need a look`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tapwise: operator</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Operator</h1>
<p>${escapeHtml(`${summary}, on ${at.toISOString()}. Load the page again for newer figures.`)}</p>
${sections.map(sectionHtml).join('\n')}
</main>
</body>
</html>
`;
}

function sectionHtml({ title, findings, none }: OperatorSection): string {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const content =
    findings.length === 0
      ? `<p>${escapeHtml(none)}</p>`
      : `<table aria-labelledby="${id}">
<thead><tr><th scope="col" class="what">What</th><th scope="col" class="state">State</th><th scope="col">Detail</th></tr></thead>
<tbody>
${findings.map(rowHtml).join('\n')}
</tbody>
</table>`;
  return `<h2 id="${id}">${escapeHtml(title)}</h2>\n${content}`;
}

const rowHtml = ({ what, status, detail }: OperatorFinding): string =>
  `<tr><th scope="row">${escapeHtml(what)}</th><td class="state ${status}">${status}</td><td>${escapeHtml(detail)}</td></tr>`;
