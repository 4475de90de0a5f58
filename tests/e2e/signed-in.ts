import { expect, type Page } from '@playwright/test';
import { timeFactor } from '../../infra/operations/test/time-factor.ts';

/** Longest wait for figures of the demo, and for what comes after them: its history is pulled and projected when the product starts. */
export const firstFiguresMs = 75_000 * timeFactor();

export interface DemoObjects {
  token: string;
  applicationId: number;
  organizationId: number;
}

/** Signs in to the demo without its sign-in screen, and opens a page. */
export async function openSignedIn(page: Page, path: string): Promise<DemoObjects> {
  const response = await page.request.post('/api/session', { data: { demo: true } });
  const { token, applications } = (await response.json()) as {
    token: string;
    applications: { id: number; asaOrganizations: { organization_id: number }[] }[];
  };
  await keepToken(page, token);
  await page.goto(path);
  const [application] = applications;
  return {
    token,
    applicationId: application?.id ?? 0,
    organizationId: application?.asaOrganizations[0]?.organization_id ?? 0,
  };
}

/** Makes an account with one application that is not set up, and opens a page as its owner. */
export async function openAsNewAccount(page: Page, path: string): Promise<void> {
  const unique = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
  const person = {
    name: 'Ada Example',
    email: `e2e-${unique}@tapwise.example`,
    password: 'correct horse battery staple',
  };
  const opened = (await (await page.request.post('/api/account', { data: person })).json()) as { token: string };
  const made = await page.request.post('/api/application', {
    data: {
      token: opened.token,
      name: 'Tally',
      url: `https://apps.apple.com/app/id${unique.replace(/\D/g, '').slice(3, 13)}`,
    },
  });
  expect(made.ok()).toBe(true);
  await keepToken(page, opened.token);
  await page.goto(path);
}

async function keepToken(page: Page, token: string): Promise<void> {
  await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
}
