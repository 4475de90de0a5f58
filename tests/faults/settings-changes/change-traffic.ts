import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayInZone } from '@tapwise/domain';
import type { RandomDraws } from '../../predictions/random-draws.ts';
import { type Customer, firstOrganization } from '../../support/people/customer.ts';
import { eventually, type Product } from '../../support/product/product.ts';
import { type Body, type PersistentCaller, persistentCaller } from './persistent-caller.ts';

/** What was asked for and answered. */
export interface RequestedChanges {
  readonly base: Base;
  /** Answers to edits once every row had its outcome. */
  readonly changes: readonly Body[];
  readonly creations: readonly RequestedCreation[];
}

export interface RequestedCreation {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly negatives: readonly string[];
  /** The last answer. */
  readonly response: Body;
}

export interface Base {
  readonly application_id: number;
  readonly asa_organization_id: number;
}

/** Edits and creations that go on until they are to end. */
export interface SettingsChangeTraffic {
  /** Asks for nothing more, and waits until everything has ended. */
  end(): Promise<RequestedChanges>;
}

interface TrafficOptions {
  readonly draws: RandomDraws;
  /** Milliseconds between two edits. */
  readonly everyMs: number;
  readonly keywordsPerCreation: number;
  /** Keywords that one edit sets, at most. */
  readonly rowsPerEdit: number;
  /** Edits without all rows ended, at most. Creations are made one at a time. */
  readonly editsAtOnce: number;
}

interface KeywordRow {
  readonly id: number;
  readonly campaign_id: number;
  readonly ad_group_id: number;
}

const endTimeoutMs = 600_000;

/** Edits bids and statuses in bulk, and creates campaigns, as one customer, whatever happens to the product meanwhile. */
export async function startSettingsChangeTraffic(
  product: Pick<Product, 'url'>,
  customer: Customer,
  options: TrafficOptions,
): Promise<SettingsChangeTraffic> {
  const base = await organizationOf(customer);
  const caller = persistentCaller(product, customer.token);
  const keywords = await keywordsOf(customer, base, options.rowsPerEdit);
  const over = new AbortController();
  const editing = keepEditing({ caller, base, keywords }, options, over.signal);
  const creating = keepCreating({ caller, base }, options, over.signal);
  // Looked at when the traffic ends; until then a failure must not end the process.
  for (const work of [editing, creating]) work.catch(() => undefined);
  return {
    end: async () => {
      over.abort();
      const [changes, creations] = await Promise.all([editing, creating]);
      return { base, changes, creations };
    },
  };
}

async function organizationOf(customer: Customer): Promise<Base> {
  const { application, organization } = await firstOrganization(customer);
  return { application_id: application.id, asa_organization_id: organization.organization_id };
}

async function keywordsOf(customer: Customer, base: Base, atLeast: number): Promise<KeywordRow[]> {
  // Figures of a keyword may be in before it was read what it is; it cannot be edited then.
  const keywords = await eventually(
    async () => (await reportedKeywords(customer, base)).filter(({ status }) => status !== 'UNKNOWN'),
    (rows) => rows.length >= atLeast,
    { timeoutMs: 120_000, everyMs: 1000 },
  );
  // Rows of one edit lie in few campaigns, so that edits need not wait for one another.
  return keywords
    .filter(({ status }) => status !== 'DELETED')
    .toSorted((left, right) => left.campaign_id - right.campaign_id || left.ad_group_id - right.ad_group_id);
}

/** Keywords of all campaigns, with their settings, as Reports shows them. */
export async function reportedKeywords(customer: Customer, base: Base) {
  const to = dayInZone(Date.now(), 'UTC');
  // Where the organization is, this may be tomorrow, and a later day would be refused.
  const range = { ...base, from: addDays(to, -2), to };
  const campaigns = (await customer.report('campaigns', range)).rows.filter(({ id }) => id > 0);
  const campaign_ids = campaigns.map(({ id }) => id).join(',');
  const { rows } = await customer.report('all_campaigns_keywords', { ...range, campaign_ids });
  return rows.filter(({ id }) => id > 0) as unknown as (KeywordRow & {
    readonly cpt_bid: number | null;
    readonly status: string;
  })[];
}

interface EditContext {
  readonly caller: PersistentCaller;
  readonly base: Base;
  readonly keywords: readonly KeywordRow[];
}

async function keepEditing(
  context: EditContext,
  { draws, everyMs, rowsPerEdit, editsAtOnce }: TrafficOptions,
  over: AbortSignal,
): Promise<readonly Body[]> {
  const edits: Promise<Body>[] = [];
  const open = new Set<Promise<unknown>>();
  while (!over.aborted) {
    // No two edits set the same bid, so that what each of them wrote can be distinguished.
    const edit = madeChange(context, editOf(context.keywords, { draws, rowsPerEdit }, (40 + edits.length) / 100));
    edits.push(edit);
    const ended = edit.catch(() => undefined).finally(() => open.delete(ended));
    open.add(ended);
    while (open.size >= editsAtOnce) await Promise.race(open);
    await pause(everyMs * 2 * draws.uniform(), undefined, { signal: over }).catch(() => undefined);
  }
  return Promise.all(edits);
}

/** A bulk edit of keywords that lie together: their bids, those of an ad group with its keywords, or their switches. */
function editOf(
  keywords: readonly KeywordRow[],
  { draws, rowsPerEdit }: Pick<TrafficOptions, 'draws' | 'rowsPerEdit'>,
  bid: number,
): { path: string; body: object } {
  const first = Math.floor(draws.uniform() * Math.max(1, keywords.length - rowsPerEdit));
  const rows = keywords.slice(first, first + rowsPerEdit);
  const { campaign_id, ad_group_id } = rows[0] as KeywordRow;
  const kind = draws.pick(['keywords', 'ad group', 'status'] as const, [6, 2, 2]);
  if (kind === 'ad group') {
    const bids = { [ad_group_id]: { cpt: bid } };
    return { path: 'adgroups_bids', body: { campaign_id, bids, update_keywords: true } };
  }
  if (kind === 'status') {
    const keyword_ids = rows.filter((row) => row.ad_group_id === ad_group_id).map(({ id }) => id);
    const status = draws.chance(0.5) ? 'PAUSED' : 'ENABLED';
    return { path: 'keywords_status', body: { campaign_id, ad_group_id, keyword_ids, status } };
  }
  const keyOf = (row: KeywordRow): string => `${row.campaign_id}:${row.ad_group_id}:${row.id}`;
  return { path: 'keywords_bids', body: { new_bids: Object.fromEntries(rows.map((row) => [keyOf(row), bid])) } };
}

/** Resolves with the state of the change when every row has its outcome. */
async function madeChange(
  { caller, base }: EditContext,
  { path, body }: { path: string; body: object },
): Promise<Body> {
  const { change_id } = await caller.write('PUT', path, { ...base, ...body });
  const params = { application_id: base.application_id, change_id: String(change_id) };
  const ask = () => caller.read('changes', params);
  return eventually(ask, ({ done }) => done === true, { timeoutMs: endTimeoutMs, everyMs: 1000 });
}

async function keepCreating(
  { caller, base }: Omit<EditContext, 'keywords'>,
  { keywordsPerCreation, draws }: TrafficOptions,
  over: AbortSignal,
): Promise<readonly RequestedCreation[]> {
  const creations: RequestedCreation[] = [];
  do {
    const number = creations.length;
    const name = `Under faults ${number} ${randomUUID()}`;
    const keywords = Array.from({ length: keywordsPerCreation }, (_, index) => `term ${number} ${index}`);
    const negatives = [`free ${number}`, `cheap ${number}`];
    const body = {
      ...base,
      name,
      countries: ['US'],
      daily_budget_amount: 50,
      cpt: 1,
      request_id: randomUUID(),
      keywords,
      negative_keywords: negatives,
      automation_enabled: draws.chance(0.5),
    };
    const response = await eventually(
      () => caller.write('POST', 'skag_campaign', body),
      (last) => !('offset' in last),
      { timeoutMs: endTimeoutMs, everyMs: 1000 },
    );
    creations.push({ name, keywords, negatives, response });
  } while (!over.aborted);
  return creations;
}
