import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/**
 * Writes the rendered pages as finished files beside the dashboard, unless those of these addresses are there. Where that folder cannot be
 * written, as in a container or as a service, those of other addresses are written to a folder of this installation, which is served first.
 * @param installed That folder; it is removed where it is not needed.
 */
export function writeSite(dist: string, addresses: SiteAddresses, installed: string): void {
  const addressFile = join(dist, '.site', 'address');
  const wanted = JSON.stringify(addresses);
  // Of an older version there may be pages that are no more.
  rmSync(installed, { recursive: true, force: true });
  if (existsSync(addressFile) && readFileSync(addressFile, 'utf8') === wanted) return;
  try {
    writePages(dist, dist, addresses);
    writeFileSync(addressFile, wanted);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    writePages(dist, installed, addresses);
  }
}

const isReadOnly = (error: unknown): boolean =>
  ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Where pages of this installation alone are, of a product that keeps its data there. */
export const installedSite = (dataDir: string): string => join(dataDir, 'site');

function writePages(dist: string, folder: string, addresses: SiteAddresses): void {
  const pages = JSON.parse(readFileSync(renderedPages(dist), 'utf8')) as SiteFile[];
  for (const { file, text } of pages) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    // In a `PUBLIC_URL` nothing needs to be escaped.
    const filled = text
      .replaceAll(placeholders.publicUrl, () => addresses.publicUrl)
      .replaceAll(placeholders.contact, () => escaped(addresses.contact));
    writeFileSync(path, filled);
    compressFile(path);
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
