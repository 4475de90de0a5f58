import { escapeHtml } from '../../shared/escape-html.ts';

/**
 * What a text is made of. Names are cut and on one line already; addresses are absolute. What a kind does not use is absent; what it
 * uses and was not given is an empty word.
 */
export type MailFacts = Readonly<Record<string, string | number | undefined>> & { readonly link?: string };

/** A piece of a mail; the plain text and the HTML are made from the same ones. */
export type MailBlock =
  | { readonly text: string }
  | { readonly link: string; readonly label: string }
  | { readonly rows: readonly string[] }
  | { readonly table: MailTable };

/** Cells as they are shown; every row has as many as the head. The first column is of words, the others are of figures. */
export interface MailTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a mail says. */
export interface MailWords {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

const longestName = 80;

/**
 * A name from outside as it may be in a mail: one line, nothing that breaks headers or turns the direction of the text, at most 80
 * characters.
 */
export function cutName(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= longestName ? line : `${characters.slice(0, longestName - 1).join('')}…`;
}

/** The text for readers without HTML: a blank line between blocks, addresses on lines of their own. */
export function plainBody(blocks: readonly MailBlock[]): string {
  const paragraphs = blocks.map((block) => {
    if ('text' in block) return block.text;
    if ('rows' in block) return block.rows.map((row) => `- ${row}`).join('\n');
    if ('table' in block) return plainTable(block.table);
    return `${block.label}:\n${block.link}`;
  });
  return `${paragraphs.join('\n\n')}\n`;
}

/** The same as simple HTML; whatever came from outside is text. */
export function htmlBody(blocks: readonly MailBlock[]): string {
  const paragraphs = blocks.map((block) => {
    if ('text' in block) return `<p>${escapeHtml(block.text)}</p>`;
    if ('rows' in block) return `<ul>${block.rows.map((row) => `<li>${escapeHtml(row)}</li>`).join('')}</ul>`;
    if ('table' in block) return htmlTable(block.table);
    return `<p><a href="${escapeHtml(block.link)}">${escapeHtml(block.label)}</a></p>`;
  });
  const style = 'font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:2em auto;padding:0 1em';
  return `<!doctype html><html lang="en"><body style="${style}">${paragraphs.join('')}</body></html>\n`;
}

/** Columns under each other where letters are as wide as each other. */
function plainTable({ head, rows }: MailTable): string {
  const lines = [head, ...rows];
  const widths = head.map((_, index) => Math.max(...lines.map((line) => [...(line[index] ?? '')].length)));
  const padded = (text: string, index: number): string => {
    const gap = ' '.repeat(Math.max(0, (widths[index] ?? 0) - [...text].length));
    return index === 0 ? text + gap : gap + text;
  };
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

function htmlTable({ head, rows }: MailTable): string {
  const cell = (tag: 'th' | 'td') => (text: string, index: number) =>
    `<${tag} style="text-align:${index === 0 ? 'left' : 'right'};padding:2px 10px 2px 0;white-space:nowrap">${escapeHtml(text)}</${tag}>`;
  const row = (cells: readonly string[], tag: 'th' | 'td') => `<tr>${cells.map(cell(tag)).join('')}</tr>`;
  const style = 'border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums';
  return `<table style="${style}">${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
}

/** Addresses in a mail, in the text's order. */
export const linksOf = (blocks: readonly MailBlock[]): string[] =>
  blocks.flatMap((block) => ('link' in block ? [block.link] : []));
