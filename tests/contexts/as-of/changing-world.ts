import { adOrganizationStream, applicationStream, builtInModel } from '@tapwise/domain';
import pLimit from 'p-limit';
import { expect } from 'vitest';
import { modelFitted } from '../../../projections/src/testing/ads-extra-events.ts';
import { randomWorld, worldNow } from '../../../projections/src/testing/random/random-world.ts';
import type { StreamEvent } from '../../../projections/src/testing/recorded-events.ts';
import {
  adamId,
  applicationId,
  figures,
  label,
  labelled,
  orgId,
} from '../../../projections/src/testing/sample-events.ts';
import {
  installAttributed,
  installReported,
  linked,
  notification,
  transaction,
} from '../../../projections/src/testing/sample-users.ts';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import type { ApiService } from '../../support/services/api-service.ts';

const streamsAtOnce = 8;

export const dayMs = 86_400_000;
export const at = (ms: number): string => new Date(ms).toISOString();
/** The worlds of March happen now: whole days later, so that hours and ranges stay what they are. */
const laterMs = Math.floor((Date.now() - Date.parse(worldNow)) / dayMs) * dayMs;
const movedDay = (day: string): string => at(Date.parse(day) + laterMs).slice(0, 10);

/** A month that begins in its middle is none; none of the calls is about search terms and impression shares. */
const isShown = ({ event }: StreamEvent): boolean =>
  !['AdsMonthRowsRecorded', 'SearchTermRowsRecorded', 'ImpressionShareRecorded'].includes(event.type);

function moved(events: readonly StreamEvent[]): StreamEvent[] {
  return JSON.parse(
    JSON.stringify(events.filter(isShown)).replaceAll(/\b20\d\d-\d\d-\d\d(?=T|"|\b)/g, movedDay),
  ) as StreamEvent[];
}

/** Each stream's events at once; between streams of a world no order is given. */
export async function append(api: ApiService, events: readonly StreamEvent[]): Promise<void> {
  const byStream = new Map<string, StreamEvent['event'][]>();
  for (const { stream, event } of events) byStream.set(stream, [...(byStream.get(stream) ?? []), event]);
  const positions = await pLimit(streamsAtOnce).map(byStream, ([stream, happenings]) =>
    happened(api, stream, ...happenings),
  );
  let last = 0n;
  for (const position of positions) if (position > last) last = position;
  await inTables(api, last);
}

/** A world with few people of the past: the tables of each instant are made of all of it. */
const worldEvents = (): StreamEvent[] => moved(randomWorld(6).events);

/** The application all worlds are about, with its ad organization. */
async function ownApplication(api: ApiService, accountId: number): Promise<void> {
  const owner = api.deps.directory.state.accounts.get(accountId);
  const created_at = at(Date.now());
  const organization = { name: 'Org', account_name: 'Org', currency: 'EUR', time_zone: 'Asia/Tokyo' };
  const claimed = { org_id: orgId, team_id: accountId, claimed_at: created_at };
  await happened(api, adOrganizationStream(orgId), { type: 'AdOrganizationClaimed', data: claimed });
  const created = {
    application_id: applicationId,
    account_id: accountId,
    team_id: owner?.team_id ?? 0,
    name: 'App',
    url: 'https://apps.apple.com/app/id1500000001',
    adam_id: adamId,
    api_key: 'key',
    currency: 'USD',
  };
  const link = { application_id: applicationId, org_id: orgId, ...organization, payment_model: null };
  const position = await happened(
    api,
    applicationStream(applicationId),
    { type: 'ApplicationCreated', data: { ...created, small_business: false, created_at } },
    { type: 'AdOrganizationLinked', data: { ...link, linked_at: created_at } },
  );
  await api.deps.directory.reached(position);
}

/** An application of this account about which much is known. */
export async function startWorld(api: ApiService, accountId: number): Promise<void> {
  await ownApplication(api, accountId);
  await append(api, worldEvents());
}

/** Makes known what becomes known later, some of it about earlier days, and settings that change. */
export async function learnMore(api: ApiService): Promise<void> {
  await append(api, await laterEvents(api));
}

async function laterEvents(api: ApiService): Promise<StreamEvent[]> {
  const now = Date.now();
  const day = at(now - dayMs).slice(0, 10);
  const period = { expires_at: at(now + 20 * dayMs) };
  const sale = transaction('late-1', { purchased_at: at(now - 2 * dayMs), ...period });
  const sold = worldEvents()
    .flatMap(({ event }) => (event.type === 'StoreNotificationReceived' ? [event.data] : []))
    .flatMap(({ transactions, original_transaction_id: id }) => (id.startsWith('person') ? transactions : []))
    .filter(({ price_micros, revoked_at }) => (price_micros ?? 0) > 0 && revoked_at === null);
  const newest = builtInModel({
    product_id: 'monthly',
    period_days: 30.4375,
    intro_hours: 72,
    as_of: at(now - 3_600_000),
  });
  const halved = newest.curves.map((curve) => ({ ...curve, retention: curve.retention.map((value) => value / 2) }));
  const position = await happened(api, applicationStream(applicationId), {
    type: 'SmallBusinessChanged',
    data: { application_id: applicationId, small_business: true, changed_at: at(now) },
  });
  await api.deps.directory.reached(position);
  return [
    ...sold
      .slice(0, 4)
      .map((transaction) =>
        notification('REFUND', [{ ...transaction, revoked_at: at(now - dayMs) }], { signed_at: at(now - dayMs) }),
      ),
    figures('campaign', 1, day, [{ impressions: 5000, taps: 700, tap_installs: 90, spend_micros: 80_000_000 }]),
    label(1),
    labelled(1, [{ key: '1' }]),
    installReported('late', at(now - 3 * dayMs)),
    installAttributed('late', { campaign_id: 1, ad_group_id: 10 }),
    linked('late', 'late-1'),
    notification('SUBSCRIBED', [sale]),
    modelFitted({ ...newest, curves: halved }),
  ];
}

const range = () => ({ from: movedDay('2026-02-26'), to: movedDay('2026-03-20'), claim_type: 'total' });
export const calls: Record<string, Record<string, string>> = {
  campaigns: {},
  adgroups: { campaign_id: '1' },
  'campaigns by day': { granularity: 'day' },
};

export const addressOf = (name: string): string => {
  const ids = { application_id: String(applicationId), asa_organization_id: String(orgId) };
  const { claim_type, ...days } = range();
  const more = name === 'changes' ? days : { ...days, claim_type, ...calls[name] };
  return `/api/asa/${name.split(' ')[0]}?${new URLSearchParams({ ...ids, ...more })}`;
};

export async function responsesNow(api: ApiService, token: string): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {};
  for (const name of Object.keys(calls)) {
    const { status, body } = await api.call('GET', addressOf(name), { token });
    expect(status, name).toBe(200);
    responses[name] = body;
  }
  return responses;
}

export const totalsOf = (response: unknown): Record<string, number | null> =>
  (response as { totals: Record<string, number | null> }).totals;
