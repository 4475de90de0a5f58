import { analystViews, sqlExamples } from '@tapwise/projections/queries';

/** The page of the docs about SQL, whose lists are made from the code. */
export const sqlDocument = 'web/content/docs/sql.md';

const cell = (text: string): string => text.replaceAll('|', '\\|');

function viewsSection(): string {
  const parts = analystViews.map(({ name, comment, columns }) => {
    const rows = columns.map(([column, type, description]) => `| \`${column}\` | \`${type}\` | ${cell(description)} |`);
    return [`### ${name}`, '', comment, '', '| Column | Type | Holds |', '|---|---|---|', ...rows].join('\n');
  });
  return [
    '## Views',
    '',
    'Every view and column has its sentence in the engine too: `SHOW FULL COLUMNS FROM charges`.',
    '',
    parts.join('\n\n'),
  ].join('\n');
}

function examplesSection(): string {
  const parts = sqlExamples.map(({ title, about: description, text }) =>
    [`### ${title}`, '', description, '', '```sql', text, '```'].join('\n'),
  );
  return ['## Examples', '', parts.join('\n\n')].join('\n');
}

/** Puts the lists of views and examples into the page: they reach from their headings to the next heading of that level. */
export function withSqlLists(page: string): string {
  return [viewsSection(), examplesSection()].reduce((text, section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    const start = text.indexOf(`${heading}\n`);
    const next = /\n## /g;
    if (start < 0) throw new Error(`The page has no heading "${heading}".`);
    next.lastIndex = start + heading.length;
    const end = next.exec(text)?.index ?? text.length;
    return `${text.slice(0, start)}${section}\n${text.slice(end)}`;
  }, page);
}
