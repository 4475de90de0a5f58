import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltPage, buildPage } from './built-page.ts';

/** What is loaded before a page can be used, and how much of it there may be in kB of gzip. */
const pages = [
  { path: '/', limit: 90, sources: ['src/pages/LandingPage.tsx'] },
  { path: '/terms', limit: 90, sources: ['src/pages/TermsPage.tsx'] },
  { path: '/privacy', limit: 90, sources: ['src/pages/PrivacyPage.tsx'] },
  {
    path: '/login',
    limit: 150,
    sources: ['src/app/RoutedApp.tsx', 'src/app/FluentRoot.tsx', 'src/pages/LoginPage.tsx'],
  },
  {
    path: '/client/reports',
    limit: 300,
    sources: [
      'src/app/RoutedApp.tsx',
      'src/app/FluentRoot.tsx',
      'src/pages/ClientPage.tsx',
      'src/pages/ReportsPage.tsx',
    ],
  },
] as const;

let built: BuiltPage;
beforeAll(() => {
  built = buildPage();
}, 240_000);
afterAll(() => built.remove());

for (const { path, limit, sources } of pages) {
  it(`the scripts of ${path} are at most ${limit} kB`, () => {
    const kilobytes = built.scriptBytes(['index.html', ...sources]) / 1000;
    console.log(`${path}: ${kilobytes.toFixed(1)} of ${limit} kB`);
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(limit);
  });
}
