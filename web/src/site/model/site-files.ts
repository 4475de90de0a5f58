import { articlePages, docPages } from './content.ts';
import { articleOrder } from './docs-menu.ts';
import { escaped } from './page-head.ts';

/** Addresses that are for one person, or that carry a secret. */
const privatePaths = ['/client', '/checkout', '/reset', '/verify', '/unsubscribe'];

export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

export function sitemapText(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `  <url><loc>${escaped(publicUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** The articles as RSS 2.0. */
export function rssText(publicUrl: string): string {
  const items = articleOrder.flatMap((slug) => {
    const article = articlePages.get(slug);
    if (article === undefined) return [];
    const link = escaped(`${publicUrl}/blog/${slug}`);
    const { title, description } = article;
    return [
      '  <item>',
      `    <title>${escaped(title)}</title>`,
      `    <link>${link}</link><guid>${link}</guid>`,
      `    <description>${escaped(description)}</description>`,
      '  </item>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0"><channel>',
    `  <title>Tapwise</title><link>${escaped(`${publicUrl}/blog`)}</link>`,
    '  <description>Search ads for apps</description>',
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

/** What the search of the docs looks through. */
export interface SearchedPage {
  id: string;
  title: string;
  text: string;
}

export function searchIndexText(): string {
  const pages: SearchedPage[] = [...docPages.values()].map(({ slug, title, description, body }) => ({
    id: slug,
    title,
    text: `${description} ${body.replace(/[#*`|>[\]()]/g, ' ').replace(/\s+/g, ' ')}`,
  }));
  return JSON.stringify(pages);
}
