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
          {
            path: '/login',
            lazy: async () => ({ Component: (await import('../pages/account/LoginPage.tsx')).LoginPage }),
          },
          {
            path: '/accept_invitation',
            lazy: async () => ({ Component: (await import('../pages/account/InvitationPage.tsx')).InvitationPage }),
          },
          {
            path: '/reset',
            lazy: async () => ({ Component: (await import('../pages/account/ResetPage.tsx')).ResetPage }),
          },
          {
            path: '/keep_account',
            lazy: async () => ({ Component: (await import('../pages/account/KeepAccountPage.tsx')).KeepAccountPage }),
          },
          {
            path: '/verify',
            lazy: async () => ({ Component: (await import('../pages/account/VerifyPage.tsx')).VerifyPage }),
          },
          {
            path: '/outbox',
            lazy: async () => ({ Component: (await import('../pages/account/OutboxPage.tsx')).OutboxPage }),
          },
          {
            path: '/unsubscribe/:token',
            lazy: async () => ({ Component: (await import('../pages/account/UnsubscribePage.tsx')).UnsubscribePage }),
          },
          {
            path: '/confirm-report',
            lazy: async () => ({
              Component: (await import('../pages/account/ConfirmReportPage.tsx')).ConfirmReportPage,
            }),
          },
          {
            path: '/trial_conversion',
            lazy: async () => ({
              Component: (await import('../pages/reporting/TrialConversionPage.tsx')).TrialConversionPage,
            }),
          },
          {
            path: '/cltv',
            lazy: async () => ({ Component: (await import('../pages/reporting/LtvPage.tsx')).LtvPage }),
          },
          {
            path: '/client',
            lazy: async () => ({ Component: (await import('../pages/ClientPage.tsx')).ClientPage }),
            children: [
              { index: true, lazy: reports },
              { path: 'reports', lazy: reports },
              {
                path: 'charts',
                lazy: async () => ({ Component: (await import('../pages/reporting/ChartsPage.tsx')).ChartsPage }),
              },
              {
                path: 'keywordscomparison',
                lazy: async () => ({
                  Component: (await import('../pages/reporting/KeywordsComparisonPage.tsx')).KeywordsComparisonPage,
                }),
              },
              {
                path: 'monthlyreports',
                lazy: async () => ({ Component: (await import('../pages/reporting/MonthlyPage.tsx')).MonthlyPage }),
              },
              {
                path: 'management',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/ManagementPage.tsx')).ManagementPage,
                }),
              },
              {
                path: 'management/history',
                lazy: async () => ({ Component: (await import('../pages/campaigns/HistoryPage.tsx')).HistoryPage }),
              },
              {
                path: 'management/change_sets',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/ChangeSetsPage.tsx')).ChangeSetsPage,
                }),
              },
              {
                path: 'management/guardrails',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/GuardrailsPage.tsx')).GuardrailsPage,
                }),
              },
              {
                path: 'management/tools/skag/filter',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/FilterSkagPage.tsx')).FilterSkagPage,
                }),
              },
              {
                path: 'management/tools/discovery/filter',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/FilterDiscoveryPage.tsx')).FilterDiscoveryPage,
                }),
              },
              {
                path: 'management/tools/cpp/manage',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/ProductPagesPage.tsx')).ProductPagesPage,
                }),
              },
              {
                path: 'management/tools/cpp/reports',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/ProductPageReportsPage.tsx')).ProductPageReportsPage,
                }),
              },
              {
                path: 'management/tools/*',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/CampaignToolsPage.tsx')).CampaignToolsPage,
                }),
              },
              {
                path: 'automation',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/AutomationPage.tsx')).AutomationPage,
                }),
              },
              { path: 'automation/new', lazy: ruleBuilder },
              { path: 'automation/:id/edit', lazy: ruleBuilder },
              { path: 'automation/conflicts', lazy: ruleConflicts },
              { path: 'automation/alerts', lazy: alerts },
              { path: 'automation/alerts/new', lazy: alertBuilder },
              { path: 'automation/alerts/:id/edit', lazy: alertBuilder },
              { path: 'automation/alerts/:id', lazy: alerts },
              { path: 'automation/reports', lazy: scheduledReports },
              { path: 'automation/reports/:id', lazy: scheduledReports },
              {
                path: 'automation/:id',
                lazy: async () => ({
                  Component: (await import('../pages/campaigns/AutomationRulePage.tsx')).AutomationRulePage,
                }),
              },
              {
                path: 'inapps',
                lazy: async () => ({ Component: (await import('../pages/reporting/InAppsPage.tsx')).InAppsPage }),
              },
              {
                path: 'countries',
                lazy: async () => ({ Component: (await import('../pages/reporting/CountriesPage.tsx')).CountriesPage }),
              },
              {
                path: 'payments',
                lazy: async () => ({ Component: (await import('../pages/account/PaymentsPage.tsx')).PaymentsPage }),
              },
              {
                path: 'settings',
                lazy: async () => ({ Component: (await import('../pages/account/SettingsPage.tsx')).SettingsPage }),
              },
              {
                path: 'settings/webhooks',
                lazy: async () => ({ Component: (await import('../pages/data-access/WebhooksPage.tsx')).WebhooksPage }),
              },
              {
                path: 'settings/sql',
                lazy: async () => ({
                  Component: (await import('../pages/data-access/SqlAccessPage.tsx')).SqlAccessPage,
                }),
              },
              {
                path: 'settings/sql/query',
                lazy: async () => ({ Component: (await import('../pages/data-access/SqlQueryPage.tsx')).SqlQueryPage }),
              },
            ],
          },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await import('../pages/NotFoundPage.tsx')).NotFoundPage }) },
    ],
  },
];

async function alerts() {
  return { Component: (await import('../pages/campaigns/AlertsPage.tsx')).AlertsPage };
}

async function reports() {
  return { Component: (await import('../pages/reporting/ReportsPage.tsx')).ReportsPage };
}

/** Screens of what people write: one part, so that the first script names it once. */
const ownRules = () => import('../pages/campaigns/OwnRulePages.tsx');

async function alertBuilder() {
  return { Component: (await ownRules()).AlertBuilderPage };
}

async function ruleBuilder() {
  return { Component: (await ownRules()).RuleBuilderPage };
}

async function ruleConflicts() {
  return { Component: (await ownRules()).RuleConflictsPage };
}

async function scheduledReports() {
  return { Component: (await import('../pages/reporting/ScheduledReportsPage.tsx')).ScheduledReportsPage };
}
