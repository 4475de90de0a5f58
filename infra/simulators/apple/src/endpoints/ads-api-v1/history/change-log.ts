import type { Organization } from '../../../market/world/organizations.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import type { Campaign } from '../../../market/world/structure.ts';
import type { Effect } from '../../../market/written/write-records.ts';
import { campaignsOf } from '../../advertising/ads-api-site.ts';
import { appleTime, settingMoney } from '../../advertising/money.ts';
import type { PlatformSite } from '../platform-site.ts';

/** A change of one object. */
export interface LoggedChange {
  /** Of the call, or of what a person did at once. */
  readonly transactionId: string;
  readonly moment: number;
  readonly eventType: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly entityType: EntityType;
  readonly entityId: number;
  readonly campaignId: number | null;
  readonly adGroupId: number | null;
  readonly userType: 'CUSTOMER' | 'CUSTOMER_API' | 'APPLE_SUPPORT';
  /** An id: the service gives neither names nor addresses. */
  readonly modifiedBy: string;
  readonly fields: readonly FieldChange[];
}

type EntityType = 'Campaign' | 'AdGroup' | 'Keyword' | 'NegativeKeyword' | 'Ad' | 'Creative';

interface FieldChange {
  readonly field: string;
  readonly oldValues: readonly string[];
  readonly newValues: readonly string[];
}

const STAFF = ['4100021', '4100022', '4100023'];

/** Where an object is, as ids of what it is in. */
interface Position {
  readonly entityType: EntityType;
  readonly campaignId: number | null;
  readonly adGroupId: number | null;
}

/** Everything that was changed in an organization, through either API or elsewhere, oldest first. Both instants are included. */
export function loggedChanges(
  { api }: PlatformSite,
  organization: Organization,
  { from, to }: { readonly from: number; readonly to: number },
): readonly LoggedChange[] {
  const campaigns = campaignsOf(api, organization);
  const positions = positionsOf(campaigns);
  for (const { id, org } of api.world.creatives)
    if (org === organization) positions.set(id, { entityType: 'Creative', campaignId: null, adGroupId: null });
  const { currency } = organization;
  const outside = api.settings.outsideChanges(organization, from, to).flatMap((change): readonly LoggedChange[] => {
    const { moment, id, part, by } = change;
    const position = positions.get(id);
    if (position === undefined) return [];
    const before = valuesBefore(api.settings.at(moment - 1), campaigns, id);
    const actor = by === 'apple' ? SUPPORT : by === 'api' ? OTHER_PROGRAM : staffOf(moment);
    const common = { moment, entityId: id, ...position, ...actor };
    const eventType = part.deleted === true ? 'DELETE' : 'UPDATE';
    const fields = fieldsOf(position.entityType, part, before, currency);
    return [{ ...common, transactionId: `outside-${moment}-${id}`, eventType, fields }];
  });
  const written = api.world.written
    .records()
    .filter(({ org, at }) => org === organization.orgId && at >= from && at <= to)
    .flatMap(({ number, at, effects, user }) =>
      effects.flatMap((effect) => {
        const change = writtenChange(effect, positions, currency);
        return change === null ? [] : [{ ...change, ...apiUser(user), moment: at, transactionId: `call-${number}` }];
      }),
    );
  return [...outside, ...written].sort((left, right) => left.moment - right.moment);
}

type Actor = Pick<LoggedChange, 'userType' | 'modifiedBy'>;

const OTHER_PROGRAM: Actor = { userType: 'CUSTOMER_API', modifiedBy: '4100031' };
const SUPPORT: Actor = { userType: 'APPLE_SUPPORT', modifiedBy: '9000001' };

const apiUser = (userId: number | undefined): Actor => ({
  userType: 'CUSTOMER_API',
  modifiedBy: String(userId ?? ''),
});

const staffOf = (moment: number): Actor => ({ userType: 'CUSTOMER', modifiedBy: STAFF[moment % STAFF.length] ?? '' });

function positionsOf(campaigns: readonly Campaign[]): Map<number, Position> {
  const positions = new Map<number, Position>();
  for (const { id: campaignId, adGroups, negatives } of campaigns) {
    positions.set(campaignId, { entityType: 'Campaign', campaignId, adGroupId: null });
    for (const { id, adGroupId } of negatives)
      positions.set(id, { entityType: 'NegativeKeyword', campaignId, adGroupId });
    for (const { id: adGroupId, keywords, ads } of adGroups) {
      positions.set(adGroupId, { entityType: 'AdGroup', campaignId, adGroupId });
      for (const { id } of keywords) positions.set(id, { entityType: 'Keyword', campaignId, adGroupId });
      for (const { id } of ads) positions.set(id, { entityType: 'Ad', campaignId, adGroupId });
    }
  }
  return positions;
}

/** An object's settings at an instant. */
function valuesBefore(
  settings: SettingsInForce,
  campaigns: readonly Campaign[],
  id: number,
): Readonly<Record<string, unknown>> {
  for (const campaign of campaigns) {
    if (campaign.id === id) return { ...settings.campaign(campaign) };
    for (const group of campaign.adGroups) {
      if (group.id === id) return { ...settings.adGroup(group) };
      const keyword = group.keywords.find((candidate) => candidate.id === id);
      if (keyword !== undefined) return { ...settings.keyword(keyword) };
    }
  }
  return {};
}

type WrittenChange = Pick<
  LoggedChange,
  'eventType' | 'entityType' | 'entityId' | 'campaignId' | 'adGroupId' | 'fields'
>;

function writtenChange(effect: Effect, positions: Map<number, Position>, currency: string): WrittenChange | null {
  if (effect.do === 'reset') return null;
  const position = positions.get(effect.id);
  if (position === undefined) return null;
  const object = { entityId: effect.id, ...position };
  if (effect.do !== 'set') {
    const { do: _kind, id: _id, ...values } = effect;
    return { ...object, eventType: 'CREATE', fields: fieldsOf(position.entityType, values, {}, currency) };
  }
  const eventType = effect.part.deleted === true ? 'DELETE' : 'UPDATE';
  return { ...object, eventType, fields: fieldsOf(position.entityType, effect.part, effect.was, currency) };
}

/** Settings by the names of the Platform API; others are not logged. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  status: 'status',
  dailyBudget: 'dailyBudget',
  targetCpa: 'bidStrategy.bid',
  defaultBid: 'bidStrategy.bid',
  cpaGoal: 'cpaCap',
  searchMatch: 'automatedKeywordsOptIn',
  bid: 'bid',
  text: 'text',
  matchType: 'matchType',
  deleted: 'deleted',
};
const AMOUNTS: ReadonlySet<string> = new Set(['dailyBudget', 'targetCpa', 'defaultBid', 'cpaGoal', 'bid']);

function fieldsOf(
  entityType: EntityType,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  currency: string,
): readonly FieldChange[] {
  const texts = (name: string, value: unknown): readonly string[] => {
    if (value === undefined || value === null) return [];
    if (AMOUNTS.has(name)) return [settingMoney(Number(value), currency).amount];
    // Keywords are enabled where the world says that they are active.
    return [name === 'status' && value === 'ACTIVE' && entityType !== 'Campaign' ? 'ENABLED' : String(value)];
  };
  return Object.entries(values).flatMap(([name, value]) => {
    const field = FIELD_NAMES[name];
    return field === undefined ? [] : [{ field, oldValues: texts(name, before[name]), newValues: texts(name, value) }];
  });
}

/** The log writes times with their zone, unlike the rest of the interface. */
export const eventTime = (moment: number): string => `${appleTime(moment)}Z`;

/** The form in which the log names a change of one object. */
export const detailIdOf = ({ entityType, entityId, transactionId }: LoggedChange): string =>
  `${entityType}.${entityId}.${transactionId}`;

/** What the log says of one change. */
export const detailView = (change: LoggedChange): object => ({
  transactionId: change.transactionId,
  detailId: detailIdOf(change),
  eventType: change.eventType,
  entityType: change.entityType,
  entityId: String(change.entityId),
  eventTime: eventTime(change.moment),
  userType: change.userType,
  modifiedBy: change.modifiedBy,
  details: [{ transactionId: change.transactionId, changes: change.fields }],
});
