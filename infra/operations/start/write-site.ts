import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressFile } from './compress-pages.ts';

/** Where the build leaves the frame of a public page; not served. */
export const siteTemplate = (dist: string): string => join(dist, '.site', 'template.html');

/** Placeholder of the address in pages that are rendered but not yet written. */
const anyAddress = 'https://public-url.invalid';

interface SiteFile {
  readonly file: string;
  readonly text: string;
}

interface SiteRenderer {
  renderSite(template: string, publicUrl: string): SiteFile[];
}

const renderedPages = (dist: string): string => join(dist, '.site', 'pages.json');

/** Renders the public pages once: that takes seconds, and only their own address in them depends on where they are served. */
export async function renderSite(dist: string): Promise<void> {
  const renderer = (await import(pathToFileURL(join(dist, '.site', 'render.js')).href)) as SiteRenderer;
  const pages = renderer.renderSite(readFileSync(siteTemplate(dist), 'utf8'), anyAddress);
  writeFileSync(renderedPages(dist), JSON.stringify(pages));
}

/**
 * Writes the rendered pages as finished files, unless those of this address are there.
 * @param publicUrl without a slash at its end.
 */
export function writeSite(dist: string, publicUrl: string): void {
  const stamp = join(dist, '.site', 'address');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === publicUrl) return;
  const pages = JSON.parse(readFileSync(renderedPages(dist), 'utf8')) as SiteFile[];
  for (const { file, text } of pages) {
    const path = join(dist, file);
    mkdirSync(dirname(path), { recursive: true });
    // In a `PUBLIC_URL` nothing needs to be escaped.
    const own = text.replaceAll(anyAddress, () => publicUrl);
    writeFileSync(path, own);
    compressFile(path);
  }
  writeFileSync(stamp, publicUrl);
}
