import '../../app/reset.css';
import '../../app/layout.css';
import '../../app/base.css';
import '../../app/parts.css';
import '../../app/fonts.css';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { routes } from '../../app/routes.tsx';
import { tokenStore } from '../../shared/storage/token-store.ts';
import { chooseTheme } from '../../shared/theme/theme-mode.ts';
import { account, application, readiness, sessionResponse } from '../fixtures/fixtures.ts';
import { type StandInResponse, type StandInServer, standInServer } from '../stand-in-server.ts';

export interface ScreenOptions {
  /** By method and path, on top of a signed-in account with one application. */
  readonly responses?: Readonly<Record<string, StandInResponse>>;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly signedIn?: boolean;
}

export interface OpenScreen {
  readonly server: StandInServer;
  /** Path and query the page is at. */
  address(): string;
  /** The same address opened again, as after a reload. */
  reload(): Promise<void>;
}

/** Opens an address of the page with all that is around a screen: theme, menu, router, session. */
export async function openScreen(path: string, options: ScreenOptions = {}): Promise<OpenScreen> {
  const { theme = 'light', width = 1440, height = 900, signedIn = true } = options;
  await cleanup();
  await page.viewport(width, height);
  chooseTheme(theme);
  tokenStore.set(signedIn ? 'a-token' : null);
  const server = standInServer({
    'GET /api/account': sessionResponse(account(), [application()]),
    'GET /readyz': readiness('v5'),
    'GET /api/history': { status: 'ok', applications: [] },
    'GET /api/asa/notices': { status: 'ok', unread: 0, notices: [] },
    ...options.responses,
  });
  let router = createMemoryRouter(routes, { initialEntries: [path] });
  await render(<RouterProvider router={router} />);
  const address = () => router.state.location.pathname + router.state.location.search;
  return {
    server,
    address,
    reload: async () => {
      const here = address();
      await cleanup();
      router = createMemoryRouter(routes, { initialEntries: [here] });
      await render(<RouterProvider router={router} />);
    },
  };
}
