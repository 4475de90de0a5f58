import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressFile } from './compress-pages.ts';

/** Where the build leaves the frame of a public page; not served. */
export const siteTemplate = (dist: string): string => join(dist, '.site', 'template.html');

interface SiteRenderer {
  renderSite(template: string, publicUrl: string): { file: string; text: string }[];
}

/** Writes the public pages as finished files, unless those of this address are there. */
export async function writeSite(dist: string, publicUrl: string): Promise<void> {
  const stamp = join(dist, '.site', 'address');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === publicUrl) return;
  const { renderSite } = (await import(pathToFileURL(join(dist, '.site', 'render.js')).href)) as SiteRenderer;
  for (const { file, text } of renderSite(readFileSync(siteTemplate(dist), 'utf8'), publicUrl)) {
    const path = join(dist, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    compressFile(path);
  }
  writeFileSync(stamp, publicUrl);
}
