import type { SearchAdsTransport } from '../ad-service/calls/transport.ts';
import type { ProductPageNames } from '../ad-service/client.ts';
import { SearchAdsError } from '../ad-service/errors.ts';
import { partial, type Reading } from '../ad-service/lists/reading.ts';
import type { RemoteCreativeWire } from '../ad-service/wire/objects.ts';
import { openEnvelope } from './lists/envelope.ts';
import { equals, type QueryReader } from './lists/queries.ts';
import { creativeWire, productPageWire } from './schemas.ts';
import { pageCreative } from './words.ts';

/** What was read of creatives, by their ids. */
export interface CreativeDetails {
  get(id: number): RemoteCreativeWire | undefined;
  has(id: number): boolean;
  set(id: number, creative: RemoteCreativeWire): unknown;
}

interface CreativeScope {
  readonly orgId: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creatives of an account, of all apps: no filter names an app. Where the list leaves out what a creative shows, the creative is asked for by
 * itself, once as long as `details` remembers it.
 */
export async function readCreatives(
  lists: QueryReader,
  transport: SearchAdsTransport,
  details: CreativeDetails,
  { orgId, signal }: CreativeScope,
): Promise<Reading<RemoteCreativeWire>> {
  const query = { path: '/creatives/query', orgId, filters: [equals('deleted', false)], signal };
  const listed = await lists.query(query, { schema: creativeWire, translate: (wire) => wire });
  const problems = [...listed.problems];
  const items: RemoteCreativeWire[] = [];
  for (const creative of listed.items) {
    if (creative.isWhole) {
      items.push(creative);
      continue;
    }
    try {
      const whole = details.get(creative.id) ?? (await readCreative(transport, { orgId, signal, id: creative.id }));
      details.set(creative.id, whole);
      items.push({ ...whole, name: creative.name, state: creative.state });
    } catch (error) {
      if (!(error instanceof SearchAdsError)) throw error;
      problems.push(partial(error.reason, error.operation, error.message));
    }
  }
  return { items, problems, unread: new Map() };
}

/** @throws SearchAdsError for one that is not there. */
export function readCreative(
  transport: SearchAdsTransport,
  { orgId, signal, id }: CreativeScope & { readonly id: number },
): Promise<RemoteCreativeWire> {
  const path = `/creatives/${id}`;
  const operation = 'GET /creatives/{id}';
  const call = { operation, method: 'GET' as const, path, orgId, ...(signal ? { signal } : {}) };
  return transport.call(call, (body) => creativeWire.parse(openEnvelope(operation, body).data));
}

/** Names of an app's custom product pages by creative; creatives of the default page have no entry. */
export async function productPageNames(
  lists: QueryReader,
  creatives: Reading<RemoteCreativeWire>,
  { orgId, adamId, signal }: CreativeScope & { readonly adamId: number },
): Promise<ProductPageNames> {
  const ofApp = creatives.items.filter((creative) => creative.adamId === adamId && creative.productPageId);
  if (ofApp.length === 0) return { names: new Map(), problems: creatives.problems };
  const query = { path: '/product-pages/query', orgId, filters: [equals('adamId', adamId)], signal };
  const pages = await lists.query(query, { schema: productPageWire, translate: (wire) => wire });
  const pageNames = new Map(pages.items.map((page) => [page.id, page.name]));
  const names = new Map<number, string>();
  for (const creative of ofApp) {
    const name = pageNames.get(creative.productPageId ?? '');
    if (creative.type === pageCreative && name !== undefined) names.set(creative.id, name);
  }
  return { names, problems: [...creatives.problems, ...pages.problems] };
}
