import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventCatalogue, metricCatalogue } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { sqlDocument, withSqlLists } from '../../infra/operations/check/sql-document.ts';
import {
  environmentExample,
  variablesDocument,
  variablesExample,
  withVariables,
} from '../../infra/operations/check/variables-document.ts';

const root = join(import.meta.dirname, '..', '..');
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/configuration.md',
  'docs/events.md',
  'docs/figures.md',
  'docs/naming.md',
  'docs/older-days.md',
  'docs/operating.md',
  'docs/scaling.md',
  'docs/testing.md',
  ...['docs/decisions', 'docs/operations/alarms'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
  ),
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);

/** The table as it must be in docs/events.md. */
function eventTable(): string {
  const rows = [...eventCatalogue]
    .sort((a, b) => a.context.localeCompare(b.context))
    .map(
      ({ context, type, version, stream, meaning }) =>
        `| ${context} | \`${type}\` | ${version} | \`${stream}\` | ${meaning} |`,
    );
  return ['| Context | Event | Version | Stream | Means |', '|---|---|---|---|---|', ...rows].join('\n');
}

describe('the documents', () => {
  it.each(documents)('%s links only to files that exist', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#:\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    const missing = links.filter((link) => !existsSync(join(root, file, '..', link)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s links only to headings that exist', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#:\s]+\.md)?#([\w-]+)\)/g)];
    const missing = links.filter(([, target, heading]) => {
      const headings = [...read(target === undefined ? file : join(file, '..', target)).matchAll(/^#+ (.+)$/gm)];
      return !headings.some(
        ([, text = '']) =>
          text
            .toLowerCase()
            .replace(/[^\w -]/g, '')
            .replace(/ /g, '-') === heading,
      );
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  it.each(documents)('%s names only paths that exist', (file) => {
    const named = [
      ...read(file).matchAll(/`((?:domain|sdk-ingest|api|projections|workflows|infra|web|tests|docs)\/[\w./-]+)`/g),
    ];
    const missing = named.map((match) => match[1] ?? '').filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s names only scripts that exist', (file) => {
    const named = [...read(file).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('holds the event catalogue as the code has it', () => {
    const table = /<!-- events:begin -->\n([\s\S]*?)\n<!-- events:end -->/.exec(read('docs/events.md'))?.[1];
    expect(table).toBe(eventTable());
  });

  it('hold the views and examples of SQL as the code has them', () => {
    const page = read(sqlDocument);
    expect(page).toBe(withSqlLists(page));
  });

  it('hold the variables as the code has them', () => {
    const page = read(variablesDocument);
    expect(page).toContain('| `PORT` | `8080` |');
    expect(page).toBe(withVariables(page));
    expect(read(variablesExample)).toBe(environmentExample());
  });
});

describe('the decisions', () => {
  const folder = 'docs/decisions';
  const records = readdirSync(join(root, folder))
    .filter((file) => file !== 'README.md')
    .sort();

  it('are numbered from 1 without gaps', () => {
    expect(records.map((file) => file.slice(0, 5))).toEqual(
      records.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
    );
  });

  it.each(records)('%s begins with its number and title, as the index has them', (file) => {
    const [, number, title] = /^# (\d+)\. (.+)\n/.exec(read(`${folder}/${file}`)) ?? [];
    expect(number).toBe(String(Number(file.slice(0, 4))));
    expect(read(`${folder}/README.md`)).toContain(`| ${number} | [${title}](${file}) |`);
  });

  it('are in the index in their order, and nothing else is', () => {
    const listed = [...read(`${folder}/README.md`).matchAll(/^\| \d+ \| \[.+\]\((.+)\) \|$/gm)].map(([, file]) => file);
    expect(listed).toEqual(records);
  });
});

describe('the cheat sheet of reports', () => {
  const sheet = read('web/content/docs/reports_cheat_sheet.md').toLowerCase();
  // The sheet writes out what a header has to shorten.
  const written = (label: string): string => label.toLowerCase().replace('conv.', 'conversion');

  it('says of every computed column what it is', () => {
    const computed = metricCatalogue.filter(({ from }) => from.kind !== 'setting');
    expect(computed.map(({ label }) => written(label)).filter((name) => !sheet.includes(name))).toEqual([]);
  });
});
