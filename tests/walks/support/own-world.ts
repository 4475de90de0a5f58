import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

/** A publisher beside the demo: the same pages over a log of its own, in which only what a story causes has happened. */
export interface OwnWorld {
  api: ApiService;
  url: string;
  owner: { token: string; accountId: number };
  /** Adds an application of the owner. @returns its id. */
  addApplication(name: string, adamId: number): Promise<number>;
  /** Opens a page of this world as a person of it. */
  open(page: Page, token: string, path: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The pages must be built: the start of the product, which stories wait for, has done so.
 * @param outboundTargets Addresses that customers may name although they are not public: `host:port`.
 */
export async function startOwnWorld(outboundTargets: readonly string[] = []): Promise<OwnWorld> {
  const api = await startApi({
    tables: true,
    outboundTargets,
    settings: { webRoot: join(import.meta.dirname, '..', '..', '..', 'web', 'dist') },
  });
  const owner = await api.signUp('Ada Example');
  const url = await api.listen();
  return {
    api,
    url,
    owner,
    addApplication: async (name, adamId) => {
      const body = { name, url: `https://apps.apple.com/app/id${adamId}` };
      const made = await api.call('POST', '/api/application', { token: owner.token, body });
      expect(made.status).toBe(200);
      return Number(made.body.application_id);
    },
    open: async (page, token, path) => {
      await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
      await page.goto(url + path);
    },
    stop: () => api.stop(),
  };
}
