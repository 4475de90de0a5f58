import type { RouteObject } from 'react-router-dom';
import { PageFault } from './PageFault.tsx';

/** Every address of the page. Each screen's code arrives with its route; public pages need no component library. */
export const routes: RouteObject[] = [
  {
    errorElement: <PageFault />,
    hydrateFallbackElement: <p className="visually-hidden">Loading...</p>,
    children: [
      { path: '/', lazy: async () => ({ Component: (await import('../pages/LandingPage.tsx')).LandingPage }) },
      { path: '/terms', lazy: async () => ({ Component: (await import('../pages/TermsPage.tsx')).TermsPage }) },
      { path: '/privacy', lazy: async () => ({ Component: (await import('../pages/PrivacyPage.tsx')).PrivacyPage }) },
      {
        lazy: async () => ({ Component: (await import('./FluentRoot.tsx')).FluentRoot }),
        children: [
          { path: '/login', lazy: async () => ({ Component: (await import('../pages/LoginPage.tsx')).LoginPage }) },
          {
            path: '/trial_conversion',
            lazy: async () => ({ Component: (await import('../pages/TrialConversionPage.tsx')).TrialConversionPage }),
          },
          { path: '/cltv', lazy: async () => ({ Component: (await import('../pages/LtvPage.tsx')).LtvPage }) },
          {
            path: '/client',
            lazy: async () => ({ Component: (await import('../pages/ClientPage.tsx')).ClientPage }),
            children: [
              { index: true, lazy: reports },
              { path: 'reports', lazy: reports },
              {
                path: 'charts',
                lazy: async () => ({ Component: (await import('../pages/ChartsPage.tsx')).ChartsPage }),
              },
              {
                path: 'keywordscomparison',
                lazy: async () => ({
                  Component: (await import('../pages/KeywordsComparisonPage.tsx')).KeywordsComparisonPage,
                }),
              },
              {
                path: 'monthlyreports',
                lazy: async () => ({ Component: (await import('../pages/MonthlyPage.tsx')).MonthlyPage }),
              },
              {
                path: 'management',
                lazy: async () => ({ Component: (await import('../pages/ManagementPage.tsx')).ManagementPage }),
              },
              {
                path: 'management/history',
                lazy: async () => ({ Component: (await import('../pages/HistoryPage.tsx')).HistoryPage }),
              },
              {
                path: 'inapps',
                lazy: async () => ({ Component: (await import('../pages/InAppsPage.tsx')).InAppsPage }),
              },
              {
                path: 'countries',
                lazy: async () => ({ Component: (await import('../pages/CountriesPage.tsx')).CountriesPage }),
              },
              {
                path: 'settings',
                lazy: async () => ({ Component: (await import('../pages/SettingsPage.tsx')).SettingsPage }),
              },
            ],
          },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await import('../pages/NotFoundPage.tsx')).NotFoundPage }) },
    ],
  },
];

async function reports() {
  return { Component: (await import('../pages/ReportsPage.tsx')).ReportsPage };
}
