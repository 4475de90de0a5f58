import type { RemoteAd } from '@tapwise/adapters';
import { isPageAd, objectOfKey } from '@tapwise/domain';
import { displayedCreative, pageAd } from '../remote-values.ts';
import type { CallContext, CallEnd, WritableRow } from './call-types.ts';

type End = CallEnd['end'];
type Calls = CallEnd['calls'][number][];

/**
 * Has an ad group show another product page: the ad that is on is paused, then the one that shows the page is switched on, or made. An ad
 * group shows one page at a time, so the order matters; when the second step is refused the first is taken back.
 */
export async function sendPage(
  { index, row }: WritableRow,
  context: CallContext,
): Promise<ReadonlyMap<number, CallEnd>> {
  const calls: Calls = [];
  const end = await changePage(row, context, calls);
  return new Map([[index, { end, calls }]]);
}

async function changePage(row: WritableRow['row'], context: CallContext, calls: Calls): Promise<End> {
  const adGroupId = objectOfKey(row.key).adGroupId ?? 0;
  const creativeId = typeof row.new === 'number' ? row.new : 0;
  const ads = new Map(context.remote.adsOf(adGroupId).map((ad) => [ad.id, ad]));
  const pages = [...ads.values()].filter((ad) => isPageAd(pageAd(ad)));
  const paused: RemoteAd[] = [];
  for (const ad of pages.filter(
    ({ status, creativeId: adCreativeId }) => status === 'ENABLED' && adCreativeId !== creativeId,
  )) {
    const end = await switchAd(ad, 'PAUSED', context, calls);
    if (end.kind !== 'done') return afterwards(end, { row, ads, paused, context, calls });
    ads.set(ad.id, end.value);
    paused.push(ad);
  }
  if (creativeId !== 0) {
    const [existingAd] = pages.filter((ad) => ad.creativeId === creativeId).sort((left, right) => right.id - left.id);
    const end =
      existingAd === undefined
        ? await createAd(row, adGroupId, creativeId, context, calls)
        : await switchAd(existingAd, 'ENABLED', context, calls);
    if (end.kind !== 'done') return afterwards(end, { row, ads, paused, context, calls });
    ads.set(end.value.id, end.value);
  }
  const currentAds = [...ads.values()];
  // A success that names something else than was sent leaves the row unknown.
  if (displayedCreative(currentAds, adGroupId) !== creativeId) return { kind: 'unknown', sent: true };
  return { kind: 'done', ads: currentAds.map(pageAd) };
}

type AdEnd = Awaited<ReturnType<CallContext['writer']['updateAd']>>;

interface HalfWay {
  readonly row: WritableRow['row'];
  readonly ads: ReadonlyMap<number, RemoteAd>;
  /** Ads that were on, and that this call has paused. */
  readonly paused: readonly RemoteAd[];
  readonly context: CallContext;
  readonly calls: Calls;
}

/** What a step that did not succeed means for the row. */
async function afterwards(
  end: Exclude<AdEnd, { kind: 'done' }>,
  { row, ads, paused, context, calls }: HalfWay,
): Promise<End> {
  if (end.kind === 'refused') {
    const before = paused.length > 0 ? paused : formerAd(row, ads);
    let on = true;
    for (const ad of before) on &&= (await switchAd(ad, 'ENABLED', context, calls)).kind === 'done';
    const note = on ? undefined : 'The former product page could not be switched on again';
    return { kind: 'refused', status: end.status, message: end.message, ...(note === undefined ? {} : { note }) };
  }
  // What was paused is no refusal without effect any more: it is read, and continued.
  if (paused.length > 0) return { kind: 'unknown', sent: true };
  return end.kind === 'limited' ? end : { kind: 'unknown', sent: end.sent };
}

/** The ad of the page that the row started from, where an earlier attempt had paused it. */
function formerAd({ base }: WritableRow['row'], ads: ReadonlyMap<number, RemoteAd>): RemoteAd[] {
  const former = [...ads.values()].filter((ad) => ad.creativeId === base && isPageAd(pageAd(ad)));
  const newest = former.sort((left, right) => right.id - left.id)[0];
  const isDisplayed = [...ads.values()].some((ad) => ad.status === 'ENABLED' && isPageAd(pageAd(ad)));
  return newest === undefined || isDisplayed ? [] : [newest];
}

async function switchAd(
  ad: RemoteAd,
  status: 'ENABLED' | 'PAUSED',
  context: CallContext,
  calls: Calls,
): Promise<AdEnd> {
  const { writer, scope, campaignId } = context;
  return counted(context, calls, () => writer.updateAd(scope, campaignId, ad.adGroupId, ad.id, { status }));
}

async function createAd(
  row: WritableRow['row'],
  adGroupId: number,
  creativeId: number,
  context: CallContext,
  calls: Calls,
): Promise<AdEnd> {
  const { writer, scope, campaignId } = context;
  const ad = { creativeId, name: row.name ?? `Product page ${creativeId}`, status: 'ENABLED' as const };
  return counted(context, calls, () => writer.createAd(scope, campaignId, adGroupId, ad));
}

async function counted({ now }: CallContext, calls: Calls, send: () => Promise<AdEnd>): Promise<AdEnd> {
  const sentAt = now();
  const end = await send();
  calls.push({ sentAt, endedAt: now(), refused: end.kind === 'refused' });
  return end;
}
