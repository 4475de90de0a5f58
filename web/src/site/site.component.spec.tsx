import '../app/base.css';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible, expectFits } from '../testing/accessible.ts';
import { ArticlePage, BlogPage } from './components/BlogPages.tsx';
import { DocsPage } from './components/DocsPage.tsx';
import { LandingPage } from './components/landing/LandingPage.tsx';
import { MissingPage } from './components/MissingPage.tsx';
import { TextPage } from './components/TextPage.tsx';
import { articlePages, type ContentPage, docPages, textPages } from './model/content.ts';
import { searchIndexText } from './model/site-files.ts';
import { offerCopies } from './script/copy-code.ts';
import { offerSearch } from './script/docs-search.ts';
import { showDemoToday } from './script/show-demo-today.ts';

function pageOf(pages: ReadonlyMap<string, ContentPage>, slug: string): ContentPage {
  const contentPage = pages.get(slug);
  if (contentPage === undefined) throw new Error(`There is no text ${slug}`);
  return contentPage;
}

/** Renders a page and waits until it is there, since scripts of public pages look for its elements once. */
async function show(element: ReactElement) {
  const screen = await render(element);
  await expect.poll(() => screen.container.childElementCount).toBeGreaterThan(0);
  return screen;
}

const docs = <DocsPage page={pageOf(docPages, 'swift_sdk_integration')} />;
const pages: Readonly<Record<string, ReactElement>> = {
  start: <LandingPage />,
  text: <TextPage page={pageOf(textPages, 'automation')} />,
  docs,
  blog: <BlogPage />,
  article: <ArticlePage article={pageOf(articlePages, 'income_vs_cohort_income')} />,
  missing: <MissingPage path="/blog/nothing" title="Article not found" isArticle />,
};

describe('the start page', () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 700],
  ] as const) {
    it(`shows the product as pictures with words, ${width} px wide`, async () => {
      await page.viewport(width, height);
      await show(<LandingPage />);
      const heading = page.getByRole('heading', { level: 1, name: 'Know what every keyword earns.' });
      await expect.element(heading).toBeVisible();
      for (const name of [/^The Reports screen/, /^A table of keywords/, /^The calculation of a predicted ROAS/]) {
        const picture = page.getByRole('img', { name });
        await expect.element(picture).toBeInTheDocument();
        expect(picture.element().querySelectorAll('a, button, input, [tabindex]')).toHaveLength(0);
      }
      expectFits();
    });
  }
});

describe('today of the demo on the start page', () => {
  const today = { spend: 842.4, installs: 431, trials: 51, predicted_income: 1164.2, predicted_roas: 1.3821 };
  const response = { application_name: 'Moonvale', currency: 'USD', as_of: { ads: null, store: null }, today };

  it('comes from the running product, without moving the page', async () => {
    await page.viewport(1440, 900);
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(response));
    await show(<LandingPage />);
    const figures = page.getByRole('region', { name: /^Today in the living demo/ });
    const { height } = figures.element().getBoundingClientRect();
    expect(figures.element().querySelectorAll('dd').length).toBe(5);
    showDemoToday(document);
    const displayedFigures = () => [...figures.element().querySelectorAll('dd')].map((node) => node.textContent);
    await expect.poll(displayedFigures).toEqual(['$842', '$1,164', '138.21 %', '431', '51']);
    await expect.element(figures).toHaveTextContent('Moonvale, as of this minute');
    expect(figures.element().getBoundingClientRect().height).toBe(height);
    fetched.mockRestore();
  });

  it('says when the product cannot be asked, and goes where there is no demo', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.error());
    const { unmount } = await show(<LandingPage />);
    showDemoToday(document);
    await expect.element(page.getByText('not reachable now; retrying in a moment')).toBeVisible();
    await unmount();
    fetched.mockImplementation(async () => Response.json({}, { status: 404 }));
    await show(<LandingPage />);
    showDemoToday(document);
    await expect.poll(() => document.querySelector('[data-demo-today]')).toBeNull();
    fetched.mockRestore();
  });
});

it('the start page names the prices that are charged', async () => {
  await show(<LandingPage />);
  const prices = [...page.getByRole('region', { name: 'One price, by installs' }).element().querySelectorAll('li')];
  expect(prices.map((price) => price.textContent)).toEqual([
    'Up to 10,000 installs a month$99 a monthor $699 once a year, 41 % less',
    'Up to 40,000 installs a month$199 a monthor $1,399 once a year, 41 % less',
    'Up to 100,000 installs a month$299 a monthor $2,099 once a year, 41 % less',
  ]);
});

it('every kind of public page fits a phone', async () => {
  await page.viewport(390, 844);
  for (const element of Object.values(pages)) {
    const rendered = await show(element);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expectFits();
    await rendered.unmount();
  }
});

it('code is copied by its button', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show(docs);
  offerCopies(document);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(written.mock.calls[0]?.[0]).toContain('import Tapwise');
  written.mockRestore();
});

it('pages of the SDK are read with keys alone: another language is opened, and its code copied', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { unmount } = await show(docs);
  const focusedPage = () => document.activeElement?.getAttribute('href') ?? '';
  const languages = ['swift', 'objc', 'rn', 'flutter', 'unity', 'xamarin'].map(
    (name) => `/docs/${name}_sdk_integration`,
  );
  const reached = new Set<string>();
  for (let tabs = 0; tabs < 80 && reached.size < languages.length; tabs += 1) {
    await userEvent.tab();
    if (languages.includes(focusedPage())) reached.add(focusedPage());
  }
  expect([...reached].sort()).toEqual([...languages].sort());
  await unmount();
  await show(<DocsPage page={pageOf(docPages, 'flutter_sdk_integration')} />);
  offerCopies(document);
  for (let tabs = 0; tabs < 80 && document.activeElement?.textContent !== 'Copy'; tabs += 1) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Copied' })).toHaveFocus();
  expect(written.mock.calls[0]?.[0]).toContain('Tapwise.start(');
  written.mockRestore();
});

it('the docs are searched with keys alone', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(searchIndexText()));
  await show(docs);
  offerSearch(document);
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox', { name: 'Search the docs' })).toHaveFocus();
  await userEvent.keyboard('negative');
  const resultTexts = () => [...document.querySelectorAll('[data-docs-search] li')].map((entry) => entry.textContent);
  await expect.poll(resultTexts).toContain('Creating SKAG campaigns');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.getAttribute('href')).toMatch(/^\/docs\//);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  await userEvent.keyboard('zzzzzzzz');
  await expect.poll(resultTexts).toEqual(['Nothing found']);
  fetched.mockRestore();
});

for (const theme of ['light', 'dark'] as const) {
  it(`public pages have no accessibility fault in the ${theme} theme`, async () => {
    document.documentElement.dataset.theme = theme;
    await page.viewport(1440, 900);
    for (const [name, element] of Object.entries(pages)) {
      const rendered = await show(element);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(name);
      await rendered.unmount();
    }
  });
}
