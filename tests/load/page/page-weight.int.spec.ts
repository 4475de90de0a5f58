import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltPage, buildPage } from './built-page.ts';

/** What is loaded before a page can be used, and how much of it there may be in kB of gzip. */
const pages = [
  { what: 'public pages', least: 0.5, limit: 90, sources: ['site.html'] },
  {
    what: '/login',
    least: 50,
    limit: 150,
    sources: ['index.html', 'src/app/FluentRoot.tsx', 'src/pages/account/LoginPage.tsx'],
  },
  {
    what: '/client/reports',
    least: 50,
    limit: 300,
    sources: [
      'index.html',
      'src/app/FluentRoot.tsx',
      'src/pages/ClientPage.tsx',
      'src/pages/reporting/ReportsPage.tsx',
    ],
  },
] as const;

let built: BuiltPage;
beforeAll(() => {
  built = buildPage();
});
afterAll(() => built.remove());

for (const { what, least, limit, sources } of pages) {
  it(`the scripts of ${what} are at most ${limit} kB`, () => {
    const kilobytes = built.scriptBytes(sources) / 1000;
    console.log(`${what}: ${kilobytes.toFixed(1)} of ${limit} kB`);
    expect(kilobytes).toBeGreaterThan(least);
    expect(kilobytes).toBeLessThanOrEqual(limit);
  });
}
