import './fonts.css';
import './base.css';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../shared/theme/theme-mode.ts';

/** Pages that are only read: they need neither the router nor a component library. */
const publicPages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/': async () => (await import('../pages/LandingPage.tsx')).LandingPage,
  '/terms': async () => (await import('../pages/TermsPage.tsx')).TermsPage,
  '/privacy': async () => (await import('../pages/PrivacyPage.tsx')).PrivacyPage,
};

async function start(element: HTMLElement): Promise<void> {
  const load = publicPages[window.location.pathname] ?? (async () => (await import('./RoutedApp.tsx')).RoutedApp);
  const Page = await load();
  createRoot(element).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
void start(root);
