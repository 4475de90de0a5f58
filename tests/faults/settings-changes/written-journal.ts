import type { Product } from '../../support/product/product.ts';

/** What one write did to one object at the simulated ad service. */
export interface Effect {
  readonly do: 'set' | 'campaign' | 'adGroup' | 'keyword' | 'negative' | 'ad' | 'creative' | 'reset';
  readonly id: number;
  readonly name?: string;
  readonly text?: string;
  /** Of a campaign: its place in the world; else the campaign it is in. */
  readonly campaign?: number;
  readonly adGroup?: number | null;
  readonly part?: Readonly<Record<string, unknown>>;
}

/** What all writes since the simulated world began did, in order. */
export async function writtenEffects({ simulatorUrl }: Pick<Product, 'simulatorUrl'>): Promise<readonly Effect[]> {
  const response = await fetch(`${simulatorUrl}/control/writes`);
  const { writes } = (await response.json()) as { writes: { effects: Effect[] }[] };
  return writes.flatMap(({ effects }) => effects);
}

/** Settings by the ad service's names, as the log names them. */
const fields: Readonly<Record<string, string>> = {
  status: 'status',
  bid: 'cpt_bid',
  defaultBid: 'cpt_bid',
  cpaGoal: 'cpa_goal',
  dailyBudget: 'daily_cap',
  totalBudget: 'budget',
  searchMatch: 'search_match',
};

/** Settings that writes set, as `object field value` in the log's words, in order. */
export function settingsSet(effects: readonly Effect[]): readonly (readonly [setting: string, value: unknown])[] {
  return effects.flatMap(({ do: what, id, part = {} }) =>
    what === 'set'
      ? Object.entries(part).map(([name, value]) => [`${id} ${fields[name] ?? name}`, inLogWords(value)] as const)
      : [],
  );
}

const inLogWords = (value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 1_000_000) : value === 'ACTIVE' ? 'ENABLED' : value;
