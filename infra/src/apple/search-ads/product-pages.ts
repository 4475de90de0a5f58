import type { ItemReader } from './item-reader.ts';
import { allPages, largestPage } from './paging.ts';
import { creativeWire, productPageWire } from './schemas.ts';
import type { SearchAdsTransport } from './transport.ts';

/**
 * Names of an app's custom product pages by creative: an ad names its creative, the creative its page, and only the list of
 * pages has the name. Creatives of the default page have no entry.
 */
export async function productPageNames(
  transport: SearchAdsTransport,
  read: ItemReader,
  scope: { orgId: number; adamId: number; signal: AbortSignal | undefined },
): Promise<Map<number, string>> {
  const { orgId, adamId } = scope;
  const common = { orgId, ...(scope.signal ? { signal: scope.signal } : {}) };
  const creativesPath = '/creatives/find';
  const pagesPath = `/apps/${adamId}/product-pages`;
  const found = await allPages(creativesPath, largestPage, (offset) =>
    transport.call({
      ...common,
      operation: `POST ${creativesPath}`,
      method: 'POST',
      path: creativesPath,
      body: {
        conditions: [],
        orderBy: [{ field: 'id', sortOrder: 'ASCENDING' }],
        pagination: { offset, limit: largestPage },
      },
    }),
  );
  const creatives = read(creativesPath, creativeWire, found, (wire) => wire);
  const ofApp = creatives.filter((creative) => (creative.adamId ?? adamId) === adamId && creative.productPageId);
  if (ofApp.length === 0) return new Map();
  const pagesFound = await allPages(pagesPath, largestPage, (offset) =>
    transport.call({
      ...common,
      operation: `GET ${pagesPath}`,
      method: 'GET',
      path: `${pagesPath}?limit=${largestPage}&offset=${offset}`,
    }),
  );
  const pages = new Map(read(pagesPath, productPageWire, pagesFound, (page) => [page.id, page.name] as const));
  const names = new Map<number, string>();
  for (const creative of ofApp) {
    const name = pages.get(creative.productPageId ?? '');
    if (creative.type === 'CUSTOM_PRODUCT_PAGE' && name !== undefined) names.set(creative.id, name);
  }
  return names;
}
