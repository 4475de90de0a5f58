import type { ProductPageNames } from '../ad-service/client.ts';
import { largestPage } from '../ad-service/lists/paging.ts';
import type { FindReader } from './finds.ts';
import { creativeWire, productPageWire } from './schemas.ts';

/**
 * Names of an app's custom product pages by creative: an ad names its creative, the creative its page, and only the list of
 * pages has the name. Creatives of the default page have no entry.
 */
export async function productPageNames(
  lists: FindReader,
  scope: { orgId: number; adamId: number; signal: AbortSignal | undefined },
): Promise<ProductPageNames> {
  const { orgId, adamId, signal } = scope;
  const creatives = await lists.find(
    { path: '/creatives/find', orgId, conditions: [], signal },
    { schema: creativeWire, translate: (wire) => wire },
  );
  const ofApp = creatives.items.filter((creative) => (creative.adamId ?? adamId) === adamId && creative.productPageId);
  if (ofApp.length === 0) return { names: new Map(), problems: creatives.problems };
  const path = `/apps/${adamId}/product-pages`;
  const pages = await lists.list(
    (offset) => ({
      operation: `GET ${path}`,
      method: 'GET',
      path: `${path}?limit=${largestPage}&offset=${offset}`,
      orgId,
      ...(signal ? { signal } : {}),
    }),
    largestPage,
    { schema: productPageWire, translate: (wire) => wire },
  );
  const pageNames = new Map(pages.items.map((page) => [page.id, page.name]));
  const names = new Map<number, string>();
  for (const creative of ofApp) {
    const name = pageNames.get(creative.productPageId ?? '');
    if (creative.type === 'CUSTOM_PRODUCT_PAGE' && name !== undefined) names.set(creative.id, name);
  }
  return { names, problems: [...creatives.problems, ...pages.problems] };
}
