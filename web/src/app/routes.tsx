import type { RouteObject } from 'react-router-dom';
import { PageFault } from './PageFault.tsx';

/** Every address of the dashboard. Each screen's code arrives with its route. Public pages are finished files beside it. */
export const routes: RouteObject[] = [
  {
    errorElement: <PageFault />,
    hydrateFallbackElement: <p className="visually-hidden">Loading...</p>,
    children: [
      {
        lazy: async () => ({ Component: (await import('./FluentRoot.tsx')).FluentRoot }),
        children: [
          { path: '/login', lazy: async () => ({ Component: (await import('../pages/LoginPage.tsx')).LoginPage }) },
          {
            path: '/accept_invitation',
            lazy: async () => ({ Component: (await import('../pages/InvitationPage.tsx')).InvitationPage }),
          },
          { path: '/reset', lazy: async () => ({ Component: (await import('../pages/ResetPage.tsx')).ResetPage }) },
          {
            path: '/keep_account',
            lazy: async () => ({ Component: (await import('../pages/KeepAccountPage.tsx')).KeepAccountPage }),
          },
          { path: '/verify', lazy: async () => ({ Component: (await import('../pages/VerifyPage.tsx')).VerifyPage }) },
          { path: '/outbox', lazy: async () => ({ Component: (await import('../pages/OutboxPage.tsx')).OutboxPage }) },
          {
            path: '/unsubscribe/:token',
            lazy: async () => ({ Component: (await import('../pages/UnsubscribePage.tsx')).UnsubscribePage }),
          },
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
                path: 'management/change_sets',
                lazy: async () => ({ Component: (await import('../pages/ChangeSetsPage.tsx')).ChangeSetsPage }),
              },
              {
                path: 'management/guardrails',
                lazy: async () => ({ Component: (await import('../pages/GuardrailsPage.tsx')).GuardrailsPage }),
              },
              {
                path: 'management/tools/skag/filter',
                lazy: async () => ({ Component: (await import('../pages/FilterSkagPage.tsx')).FilterSkagPage }),
              },
              {
                path: 'management/tools/discovery/filter',
                lazy: async () => ({
                  Component: (await import('../pages/FilterDiscoveryPage.tsx')).FilterDiscoveryPage,
                }),
              },
              {
                path: 'management/tools/cpp/manage',
                lazy: async () => ({ Component: (await import('../pages/ProductPagesPage.tsx')).ProductPagesPage }),
              },
              {
                path: 'management/tools/cpp/reports',
                lazy: async () => ({
                  Component: (await import('../pages/ProductPageReportsPage.tsx')).ProductPageReportsPage,
                }),
              },
              {
                path: 'management/tools/*',
                lazy: async () => ({ Component: (await import('../pages/CampaignToolsPage.tsx')).CampaignToolsPage }),
              },
              {
                path: 'automation',
                lazy: async () => ({ Component: (await import('../pages/AutomationPage.tsx')).AutomationPage }),
              },
              {
                path: 'automation/:id',
                lazy: async () => ({ Component: (await import('../pages/AutomationRulePage.tsx')).AutomationRulePage }),
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
                path: 'payments',
                lazy: async () => ({ Component: (await import('../pages/PaymentsPage.tsx')).PaymentsPage }),
              },
              {
                path: 'settings',
                lazy: async () => ({ Component: (await import('../pages/SettingsPage.tsx')).SettingsPage }),
              },
              {
                path: 'settings/webhooks',
                lazy: async () => ({ Component: (await import('../pages/WebhooksPage.tsx')).WebhooksPage }),
              },
              {
                path: 'settings/sql',
                lazy: async () => ({ Component: (await import('../pages/SqlAccessPage.tsx')).SqlAccessPage }),
              },
              {
                path: 'settings/sql/query',
                lazy: async () => ({ Component: (await import('../pages/SqlQueryPage.tsx')).SqlQueryPage }),
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
