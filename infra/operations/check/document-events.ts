import { readFileSync, writeFileSync } from 'node:fs';
import { eventCatalogue } from '@tapwise/domain';

/** Writes the event catalogue into docs/events.md, from the code. */
const rows = [...eventCatalogue]
  .sort((a, b) => a.context.localeCompare(b.context))
  .map(
    ({ context, type, version, stream, meaning }) =>
      `| ${context} | \`${type}\` | ${version} | \`${stream}\` | ${meaning} |`,
  );
const table = ['| Context | Event | Version | Stream | Means |', '|---|---|---|---|---|', ...rows].join('\n');
const text = readFileSync('docs/events.md', 'utf8');
const written = text.replace(
  /<!-- events:begin -->[\s\S]*<!-- events:end -->/,
  `<!-- events:begin -->\n${table}\n<!-- events:end -->`,
);
writeFileSync('docs/events.md', written);
console.log('docs/events.md is written.');
