import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressFile } from './compress-pages.ts';

/** Where the build leaves the frame of a public page; not served. */
export const siteTemplate = (dist: string): string => join(dist, '.site', 'template.html');

/** Addresses that differ between installations. */
export interface SiteAddresses {
  /** Of the product, without a slash at its end. */
  readonly publicUrl: string;
  /** Where its people are reached, https or mailto. */
  readonly contact: string;
}

/** Placeholders of the addresses in pages that are rendered but not yet written. */
const placeholders: SiteAddresses = { publicUrl: 'https://public-url.invalid', contact: 'https://contact.invalid' };

interface SiteFile {
  readonly file: string;
  readonly text: string;
}

interface SiteRenderer {
  renderSite(template: string, addresses: SiteAddresses): SiteFile[];
}

const renderedPages = (dist: string): string => join(dist, '.site', 'pages.json');

/** Renders the public pages once: that takes seconds, and only addresses in them depend on where they are served. */
export async function renderSite(dist: string): Promise<void> {
  const renderer = (await import(pathToFileURL(join(dist, '.site', 'render.js')).href)) as SiteRenderer;
  const pages = renderer.renderSite(readFileSync(siteTemplate(dist), 'utf8'), placeholders);
  writeFileSync(renderedPages(dist), JSON.stringify(pages));
}

/** Writes the rendered pages as finished files, unless those of these addresses are there. */
export function writeSite(dist: string, addresses: SiteAddresses): void {
  const addressFile = join(dist, '.site', 'address');
  const wanted = JSON.stringify(addresses);
  if (existsSync(addressFile) && readFileSync(addressFile, 'utf8') === wanted) return;
  const pages = JSON.parse(readFileSync(renderedPages(dist), 'utf8')) as SiteFile[];
  for (const { file, text } of pages) {
    const path = join(dist, file);
    mkdirSync(dirname(path), { recursive: true });
    // In a `PUBLIC_URL` nothing needs to be escaped.
    const filled = text
      .replaceAll(placeholders.publicUrl, () => addresses.publicUrl)
      .replaceAll(placeholders.contact, () => escaped(addresses.contact));
    writeFileSync(path, filled);
    compressFile(path);
  }
  writeFileSync(addressFile, wanted);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
