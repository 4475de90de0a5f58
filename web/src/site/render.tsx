import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ArticlePage, BlogPage } from './components/BlogPages.tsx';
import { DocsPage } from './components/DocsPage.tsx';
import { LandingPage } from './components/landing/LandingPage.tsx';
import { landingMessages } from './components/landing/landing-messages.ts';
import { MissingPage } from './components/MissingPage.tsx';
import { TextPage } from './components/TextPage.tsx';
import { siteMessages as words } from './messages.ts';
import { ContactAddress } from './model/contact.ts';
import { articlePages, docPages, textPages } from './model/content.ts';
import { pageHead } from './model/page-head.ts';
import { robotsText, rssText, searchIndexText, sitemapText } from './model/site-files.ts';

/** A public page: where it is, what it says to search engines, and what it shows. */
interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly element: ReactElement;
  /** Name of its picture in `public/share`; other pages are shared with that of the start page. */
  readonly picture?: string;
}

/** A file below the folder of the built pages. */
export interface SiteFile {
  readonly file: string;
  readonly text: string;
}

const pages = (): PublicPage[] => [
  { path: '/', title: landingMessages.documentTitle, description: landingMessages.lead, element: <LandingPage /> },
  ...[...textPages.values()].map((page) => ({ ...page, path: `/${page.slug}`, element: <TextPage page={page} /> })),
  { path: '/blog', title: words.blogTitle, description: words.blogDescription, element: <BlogPage /> },
  ...[...articlePages.values()].map((article) => ({
    path: `/blog/${article.slug}`,
    title: article.title,
    description: article.description,
    element: <ArticlePage article={article} />,
    picture: article.slug,
  })),
  ...[...docPages.values()].map((page) => ({
    path: `/docs/${page.slug}`,
    title: page.title,
    description: page.description,
    element: <DocsPage page={page} />,
  })),
];

const missing: readonly { file: string; path: string; title: string; isArticle?: boolean }[] = [
  { file: 'not-found.html', path: '/missing', title: words.pageMissing },
  { file: 'blog/not-found.html', path: '/blog/missing', title: words.articleMissing, isArticle: true },
  { file: 'docs/not-found.html', path: '/docs/missing', title: words.docMissing },
];

/**
 * Every file of the public pages.
 * @param template the built frame of a page, with places for head and body.
 * @param addresses of the product, without a slash at its end, and where its people are reached.
 */
export function renderSite(
  template: string,
  { publicUrl, contact }: { readonly publicUrl: string; readonly contact: string },
): SiteFile[] {
  const fill = (head: string, element: ReactElement): string =>
    template
      .replace('<!--head-->', () => head)
      .replace('<!--body-->', () => renderToStaticMarkup(<ContactAddress value={contact}>{element}</ContactAddress>));
  const sitePages = pages();
  const paths = sitePages.map(({ path }) => path);
  return [
    ...sitePages.map(({ path, title, description, element, picture = 'home' }) => ({
      file: path === '/' ? 'home.html' : `${path.slice(1)}.html`,
      text: fill(
        pageHead({ title, description, url: publicUrl + path, picture: `${publicUrl}/share/${picture}.png` }),
        element,
      ),
    })),
    ...missing.map(({ file, ...page }) => ({
      file,
      text: fill(pageHead({ title: page.title, description: words.missingText }), <MissingPage {...page} />),
    })),
    { file: 'robots.txt', text: robotsText(publicUrl) },
    { file: 'sitemap.xml', text: sitemapText(publicUrl, paths) },
    { file: 'blog/rss.xml', text: rssText(publicUrl) },
    { file: 'docs/search.json', text: searchIndexText() },
  ];
}
