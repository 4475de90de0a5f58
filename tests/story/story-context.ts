import type { Browser, Page } from '@playwright/test';
import type { Pictures } from './pictures.ts';
import type { StoryWorld } from './story-world.ts';

/** Who the story is about. */
export const owner = { name: 'Ada Example', email: 'ada@story.example', password: 'correct horse battery staple' };
export const colleague = { name: 'Ben Example', email: 'ben@story.example', password: 'quite another long password' };

/** What the chapters share. */
export interface StoryContext {
  readonly world: StoryWorld;
  readonly browser: Browser;
  readonly pictures: Pictures;
  /** The owner's page. */
  readonly page: Page;
  /** Another person's browser. */
  other(): Promise<Page>;
}

/** The account as the API shows it to the person of a page. */
export async function accountOf(page: Page, url: string): Promise<{ user_id: number; api_key: string }> {
  const token = await page.evaluate<string>("localStorage.getItem('token')");
  const response = await page.request.get(`${url}/api/account`, { headers: { authorization: `Bearer ${token}` } });
  const { account, applications } = (await response.json()) as {
    account: { user_id: number };
    applications: { api_key: string | null }[];
  };
  return { user_id: account.user_id, api_key: applications[0]?.api_key ?? '' };
}
