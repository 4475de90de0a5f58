import { type EventLog, openEventLog } from '@tapwise/adapters';
import { type CampaignState, outcomeOf, type RowEvent, type SettingValue } from '@tapwise/domain';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import type { Customer } from '../../support/people/customer.ts';
import { eventually, type Product } from '../../support/product/product.ts';
import { type RequestedChanges, type RequestedCreation, reportedKeywords } from './change-traffic.ts';
import { type LoggedSettingsChanges, readSettingsChanges } from './logged-changes.ts';
import { type Effect, settingsSet, writtenEffects } from './written-journal.ts';

/** What a run came to. */
export interface SettingsChangeFigures {
  /** Rows by their outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly objectsMade: number;
  /** Where the ad service, the log, the answers and the report disagree, in words. */
  readonly differences: readonly string[];
}

/** Compares what was asked for and answered with the log, the log with what the ad service did, and the report with that. */
export async function compareSettingsChanges(
  product: Pick<Product, 'dataDir' | 'simulatorUrl'>,
  customer: Customer,
  requestedChanges: RequestedChanges,
): Promise<SettingsChangeFigures> {
  const log = openEventLog(engineAddresses({ DATA_DIR: product.dataDir } as never).EVENTSTORE_URL);
  const logged = await readSettled(log).finally(() => log.close());
  const effects = await writtenEffects(product);
  const rows = [...logged.outcomes.values()].flat();
  const outcomes: Record<string, number> = {};
  for (const row of rows) outcomes[outcomeOf(row)] = (outcomes[outcomeOf(row)] ?? 0) + 1;
  const differences = [
    ...lostOrOpen(requestedChanges, logged),
    ...writesBesideTheLog(effects, rows, logged),
    ...otherValues(effects, logged),
    ...madeBesideTheLog(effects, logged),
    ...requestedChanges.creations.flatMap((creation) => misbuilt(creation, effects)),
    ...(await findDisplayDifferences(customer, requestedChanges, logged)),
  ];
  return { outcomes, objectsMade: logged.made.length, differences };
}

/** Answers say that a change is done as soon as each row has its outcome; the log has it settled after that. */
async function readSettled(log: EventLog): Promise<LoggedSettingsChanges> {
  let logged = await readSettingsChanges(log);
  const isSettled = (): boolean => [...logged.requested.keys()].every((id) => logged.settled.has(id));
  const look = async (): Promise<boolean> => {
    if (!isSettled()) logged = await readSettingsChanges(log);
    return isSettled();
  };
  // What is still open then is among the differences.
  await eventually(look, (settled) => settled, { timeoutMs: 120_000, everyMs: 500 }).catch(() => undefined);
  return logged;
}

/** Acknowledged changes that the log does not have, what it has beside them, and rows without exactly one outcome. */
function lostOrOpen(
  { changes }: RequestedChanges,
  { requested, ofPeople, settled, outcomes }: LoggedSettingsChanges,
): string[] {
  const open = [...requested].flatMap(([id, rows]) => [
    ...(settled.has(id) ? [] : [`change ${id} is not settled`]),
    ...Array.from({ length: rows }, (_, row) => outcomes.get(`${id} ${row}`)?.length ?? 0).flatMap((count, row) =>
      count === 1 ? [] : [`row ${row} of change ${id} has ${count} outcomes`],
    ),
  ]);
  const acknowledged = changes.map(({ change_id }) => String(change_id));
  return [...unequal('accepted', acknowledged, ofPeople), ...open];
}

/** Settings that were written and are not in the log as changed, as often as they were written, and the other way round. */
export function writesBesideTheLog(
  effects: readonly Effect[],
  rows: readonly RowEvent[],
  { requested, unannounced }: LoggedSettingsChanges,
): string[] {
  // What a creation switches on is compared with what it made.
  const made = new Set(effects.flatMap(({ do: what, id }) => (what === 'set' ? [] : [id])));
  const written = settingsSet(effects.filter(({ id }) => !made.has(id))).map((setting) => setting.join(' '));
  // A negative that a rule adds is made and not set.
  const changed = rows.filter(
    (row) => outcomeOf(row) === 'changed' && requested.has(row.data.change_id) && row.data.field !== 'negative',
  );
  const logged = changed.map(({ data }) => `${data.key.split(':').at(-1)} ${data.field} ${String(data.new)}`);
  return [
    ...unequal('written', written, logged),
    ...unannounced.map(({ data }) => `${data.key} was changed by ${data.change_id} without an intent`),
  ];
}

/** Settings whose last written value is another than the log has by now. */
export function otherValues(effects: readonly Effect[], { campaigns }: LoggedSettingsChanges): string[] {
  const states = [...campaigns.values()];
  return [...new Map(settingsSet(effects))].flatMap(([setting, value]) => {
    const [id, field = ''] = setting.split(' ');
    const loggedValue = states
      .map((state) => valueIn(state, Number(id), field))
      .find((candidate) => candidate !== undefined);
    return loggedValue === value
      ? []
      : [`${setting}: the ad service has ${String(value)}, the log ${String(loggedValue)}`];
  });
}

function valueIn(
  { campaign, ad_groups, keywords }: CampaignState,
  id: number,
  field: string,
): SettingValue | undefined {
  const keyword = keywords.get(id);
  if (keyword !== undefined) return field === 'status' ? inRequests(keyword.status) : keyword.bid_micros;
  const adGroup = ad_groups.get(id);
  if (adGroup !== undefined) return field === 'status' ? adGroup.status : adGroup.default_bid_micros;
  return campaign?.campaign_id === id && field === 'status' ? campaign.status : undefined;
}

const inRequests = (status: string): string => (status === 'ACTIVE' ? 'ENABLED' : status);

const madeEffect = ({ do: what, id, name, text }: Effect): string[] =>
  what === 'set' || what === 'reset' || what === 'creative' ? [] : [`${what} ${id} ${name ?? text}`];

/** Objects that were made and are not in the log, as often as they were made, and the other way round. */
function madeBesideTheLog(effects: readonly Effect[], { made, campaigns }: LoggedSettingsChanges): string[] {
  const states = [...campaigns.values()];
  const isLogged = (id: number): boolean =>
    states.some(
      ({ campaign, ad_groups, keywords }) => campaign?.campaign_id === id || ad_groups.has(id) || keywords.has(id),
    );
  // What a pull saw before its creation recorded it is in the log as seen, and not once more as created.
  const isSeen = (effect: Effect): boolean =>
    isLogged(effect.id) && madeEffect(effect).every((object) => !made.includes(object));
  return unequal('made', effects.filter((effect) => !isSeen(effect)).flatMap(madeEffect), made);
}

/** Campaigns, ad groups, keywords and negatives of a creation that are not there exactly once, or beside what was asked for. */
function misbuilt({ name, keywords, negatives, response }: RequestedCreation, effects: readonly Effect[]): string[] {
  const made = effects.filter((effect) => effect.do === 'campaign' && effect.name === name);
  const places = new Set(
    effects.flatMap((effect) => (effect.do === 'set' && effect.id === made[0]?.id ? [effect.campaign] : [])),
  );
  const inside = effects.filter(
    ({ do: what, campaign }) => what !== 'set' && campaign !== undefined && places.has(campaign),
  );
  const of = (what: Effect['do']): string[] =>
    inside.flatMap((effect) => (effect.do === what ? [effect.name ?? effect.text ?? ''] : []));
  return [
    ...(response.created === keywords.length ? [] : [`${name}: answered ${JSON.stringify(response)}`]),
    ...(made.length === 1 && made[0]?.id === response.campaign_id ? [] : [`${name} was made ${made.length} times`]),
    ...unequal(`${name} ad groups`, of('adGroup'), keywords),
    ...unequal(`${name} keywords`, of('keyword'), keywords),
    ...unequal(`${name} negatives`, of('negative'), negatives),
  ];
}

/** Keywords whose bid or status in Reports stays another than the log has. */
async function findDisplayDifferences(
  customer: Customer,
  { base }: RequestedChanges,
  { campaigns }: LoggedSettingsChanges,
): Promise<string[]> {
  let differing: string[] = [];
  const look = async (): Promise<readonly string[]> => {
    differing = (await reportedKeywords(customer, base)).flatMap(({ id, campaign_id, cpt_bid, status }) => {
      const keyword = campaigns.get(campaign_id)?.keywords.get(id);
      if (keyword === undefined || keyword.deleted) return [];
      const bid = keyword.bid_micros === null ? cpt_bid : keyword.bid_micros / 1_000_000;
      return bid === cpt_bid && (keyword.status === 'PAUSED') === (status === 'PAUSED')
        ? []
        : [`keyword ${id}: Reports shows ${cpt_bid} ${status}, the log has ${bid} ${keyword.status}`];
    });
    return differing;
  };
  await eventually(look, ({ length }) => length === 0, { everyMs: 500 }).catch(() => undefined);
  return differing;
}

/** What one list has more often than the other. */
function unequal(what: string, left: readonly string[], right: readonly string[]): string[] {
  const counts = new Map<string, [number, number]>();
  for (const [index, list] of [left, right].entries()) {
    for (const entry of list) {
      const count = counts.get(entry) ?? [0, 0];
      count[index === 0 ? 0 : 1] += 1;
      counts.set(entry, count);
    }
  }
  return [...counts].flatMap(([entry, [leftCount, other]]) =>
    leftCount === other ? [] : [`${what}: ${entry}: ${leftCount} and ${other}`],
  );
}
