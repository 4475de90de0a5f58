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

function known(pages: ReadonlyMap<string, ContentPage>, slug: string): ContentPage {
  const found = pages.get(slug);
  if (found === undefined) throw new Error(`There is no text ${slug}`);
  return found;
}

const docs = <DocsPage page={known(docPages, 'swift_sdk_integration')} />;
const pages: Readonly<Record<string, ReactElement>> = {
  start: <LandingPage />,
  text: <TextPage page={known(textPages, 'automation')} />,
  docs,
  blog: <BlogPage />,
  article: <ArticlePage article={known(articlePages, 'income_vs_cohort_income')} />,
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
      await render(<LandingPage />);
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

it('every kind of public page fits a phone', async () => {
  await page.viewport(390, 844);
  for (const element of Object.values(pages)) {
    const shown = await render(element);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expectFits();
    await shown.unmount();
  }
});

it('code is copied by its button', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await render(docs);
  offerCopies(document);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(written.mock.calls[0]?.[0]).toContain('import Tapwise');
  written.mockRestore();
});

it('the docs are searched with keys alone', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(searchIndexText()));
  await render(docs);
  offerSearch(document);
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox', { name: 'Search the docs' })).toHaveFocus();
  await userEvent.keyboard('negative');
  const found = () => [...document.querySelectorAll('[data-docs-search] li')].map((entry) => entry.textContent);
  await expect.poll(found).toContain('Creating SKAG campaigns');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.getAttribute('href')).toMatch(/^\/docs\//);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  await userEvent.keyboard('zzzzzzzz');
  await expect.poll(found).toEqual(['Nothing found']);
  fetched.mockRestore();
});

for (const theme of ['light', 'dark'] as const) {
  it(`public pages have no accessibility fault in the ${theme} theme`, async () => {
    document.documentElement.dataset.theme = theme;
    await page.viewport(1440, 900);
    for (const [name, element] of Object.entries(pages)) {
      const shown = await render(element);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(name);
      await shown.unmount();
    }
  });
}
