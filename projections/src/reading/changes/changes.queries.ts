import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

const params = z.object({
  org_id: z.number(),
  adam_id: z.number(),
  campaign_id: z.number(),
  ad_group_id: z.number(),
  /** 0 for any. */
  keyword_id: z.number(),
  levels: z.array(z.string()),
  kinds: z.array(z.string()),
  actor_kinds: z.array(z.string()),
  from_ms: z.number(),
  before_ms: z.number(),
  most: z.number(),
  /** Rows of a creation of one setting and outcome. */
  most_of_creation: z.number(),
});

/** Each setting of a row of the table and of the row before it, as text. */
const pairs = (
  [
    ['status', 'toString(status)'],
    ['cpt_bid', 'toString(bid_micros)'],
    ['cpa_goal', 'toString(cpa_goal_micros)'],
    ['budget', 'toString(budget_micros)'],
    ['daily_cap', 'toString(daily_budget_micros)'],
    ['target_cpa', 'toString(target_cpa_micros)'],
    ['search_match', 'toString(search_match)'],
  ] as const
).map(([kind, value]) => ({ kind, value }));

const ofApp = `campaign_id IN (SELECT campaign_id FROM campaign_current_v1 FINAL
    WHERE org_id = {org_id:UInt64} AND adam_id = {adam_id:UInt64})`;
const ofObject = `level IN {levels:Array(String)}
    AND ({campaign_id:UInt64} = 0 OR campaign_id = {campaign_id:UInt64})
    AND ({ad_group_id:UInt64} = 0 OR ad_group_id = {ad_group_id:UInt64})
    AND ({keyword_id:UInt64} = 0 OR keyword_id = {keyword_id:UInt64})`;
const inRange = `changed_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')
        AND changed_at < fromUnixTimestamp64Milli({before_ms:Int64}, 'UTC')`;

/**
 * Every observation of an object beside the one before it. A change happened when the service says the object was last touched, if
 * that lies after the observation before: of several touches between two of them the last is the nearest that can be known. Else it
 * happened when it was seen.
 */
const observations = `SELECT level, campaign_id, ad_group_id, keyword_id, name, observed_at, log_position,
    row_number() OVER earlier AS observation,
    if(modified_at > lagInFrame(observed_at) OVER earlier AND modified_at <= observed_at, modified_at, observed_at) AS changed_at,
    [${pairs.map(({ kind, value }) => `('${kind}', lagInFrame(toNullable(${value})) OVER earlier, toNullable(${value}))`).join(', ')}]
      AS pairs
  FROM settings_seen_v1 FINAL
  WHERE org_id = {org_id:UInt64} AND ${ofObject} AND ${ofApp}
  WINDOW earlier AS (PARTITION BY level, campaign_id, ad_group_id, keyword_id ORDER BY log_position
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;

const newestFirst = 'ORDER BY changed_at DESC, log_position DESC, level, ad_group_id, keyword_id, kind';

/**
 * Campaigns and ad groups that changes of ours deleted, and where in the log: the service then deletes what is in them, which is no change
 * of another author. What was deleted before that is.
 */
const deletedByUs = `(SELECT groupArray((campaign_id, ad_group_id, log_position)) FROM setting_change_v1
    WHERE org_id = {org_id:UInt64} AND level IN ('campaign', 'ad_group') AND field = 'status' AND new_value = 'DELETED'
      AND outcome = 'changed')`;
const goneWithOurs = `kind = 'status' AND ifNull(after, '') = 'DELETED' AND level != 'campaign'
      AND arrayExists(gone -> gone.1 = campaign_id AND (gone.2 = 0 OR (level = 'keyword' AND gone.2 = ad_group_id))
        AND gone.3 < log_position, ${deletedByUs})`;

/**
 * Settings that changes of ours sent, and until where in the log a pull that shows exactly the sent value shows our doing: while the row is
 * open. A call without effect ends otherwise.
 */
const sent = `SELECT toString(level) AS level, campaign_id, ad_group_id, keyword_id, toString(field) AS kind, ifNull(value, '') AS after_text,
    log_position AS sent_position,
    multiIf(outcome = '', 18446744073709551615, outcome IN ('changed', 'unknown', 'conflict'), ended_position, 0) AS ours_until
  FROM setting_sent_v1 FINAL
  LEFT JOIN (SELECT change_id, change_row, toString(argMax(outcome, log_position)) AS outcome, max(log_position) AS ended_position
    FROM setting_change_v1 WHERE org_id = {org_id:UInt64} GROUP BY change_id, change_row) AS ended USING (change_id, change_row)
  WHERE ${ofObject} AND ${ofApp}`;

/** Who made changes elsewhere, as far as the service named them, and when by its own record. */
const named = `SELECT toString(level) AS level, campaign_id, ad_group_id, keyword_id, toString(field) AS kind, observed_at,
    toString(actor_kind) AS outside_kind, actor_user AS outside_user, changed_at AS made_at
  FROM setting_actor_v1 FINAL
  WHERE org_id = {org_id:UInt64} AND ${ofObject} AND ${ofApp}`;

/**
 * Settings that differ from the observation before. The service's record knows best when; never later than what showed it. Older
 * observations do not have a target CPA: the first one that is seen says nothing of a change.
 */
const differing = `SELECT level, campaign_id, ad_group_id, keyword_id, name, observed_at, log_position, kind, before, after,
    outside_kind, outside_user, if(outside_kind = '', seen_changed_at, least(made_at, observed_at)) AS changed_at
  FROM (
    SELECT toString(level) AS level, campaign_id, ad_group_id, keyword_id, name, observed_at, log_position,
      changed_at AS seen_changed_at, pair.1 AS kind, pair.2 AS before, pair.3 AS after
    FROM (${observations})
    ARRAY JOIN arrayFilter(pair -> has({kinds:Array(String)}, pair.1) AND ifNull(pair.2, '') != ifNull(pair.3, '')
      AND NOT (pair.1 = 'target_cpa' AND isNull(pair.2)), pairs) AS pair
    WHERE observation > 1
  ) AS differing
  LEFT JOIN (${named}) AS named USING (level, campaign_id, ad_group_id, keyword_id, kind, observed_at)`;

/** Settings that a pull found to be another than before, beside those that changes of ours set. */
const seenAny = `SELECT level, campaign_id, ad_group_id, keyword_id, name, observed_at, log_position, changed_at,
    kind, before, after, ifNull(after, '') AS after_text, outside_kind, outside_user,
    '' AS change_id, toUInt32(0) AS change_row, 'apple' AS actor_kind, toUInt64(0) AS actor_account_id, '' AS actor_source,
    CAST(NULL, 'Nullable(String)') AS reason, 'changed' AS outcome, CAST(NULL, 'Nullable(String)') AS message, toUInt64(1) AS alike
  FROM (${differing})
  WHERE ${inRange} AND has({actor_kinds:Array(String)}, 'apple')
    AND log_position NOT IN (SELECT log_position FROM setting_change_v1 WHERE org_id = {org_id:UInt64} AND ${ofObject})
    AND NOT (${goneWithOurs})`;
const seenColumns = [
  'level',
  'campaign_id',
  'ad_group_id',
  'keyword_id',
  'name',
  'observed_at',
  'log_position',
  'changed_at',
  'kind',
  'before',
  'after',
  'change_id',
  'change_row',
  'actor_kind',
  'actor_account_id',
  'actor_source',
  'reason',
  'outcome',
  'message',
  'alike',
  'outside_kind',
  'outside_user',
].map((column) => `seen.${column} AS ${column}`);
const seen = `SELECT ${seenColumns.join(', ')} FROM (${seenAny}) AS seen
  ASOF LEFT JOIN (${sent}) AS sent
    ON seen.level = sent.level AND seen.campaign_id = sent.campaign_id AND seen.ad_group_id = sent.ad_group_id
      AND seen.keyword_id = sent.keyword_id AND seen.kind = sent.kind AND seen.after_text = sent.after_text
      AND seen.log_position > sent.sent_position
  WHERE sent.ours_until <= seen.log_position`;

/** What changes of ours came to, row by row. A keyword or negative has no other name than its text, which may be gone by now. */
const made = `SELECT toString(level) AS level, campaign_id, ad_group_id, keyword_id,
    if(field IN ('keyword', 'negative'), ifNull(new_value, ifNull(old_value, '')), '') AS name, decided_at AS observed_at, log_position,
    decided_at AS changed_at, toString(field) AS kind, old_value AS before, new_value AS after, change_id, change_row,
    toString(actor_kind) AS actor_kind, actor_account_id, actor_source, reason, toString(outcome) AS outcome, message,
    count() OVER (PARTITION BY change_id, field, outcome) AS alike, '' AS outside_kind, '' AS outside_user
  FROM setting_change_v1 FINAL
  WHERE org_id = {org_id:UInt64} AND ${ofObject} AND ${ofApp} AND ${inRange}
    AND has({kinds:Array(String)}, toString(field)) AND has({actor_kinds:Array(String)}, toString(actor_kind))
  ORDER BY log_position
  LIMIT {most_of_creation:UInt64} BY if(actor_kind = 'creation', change_id, concat(change_id, toString(change_row))), kind, outcome`;

/**
 * Settings that differ from what was seen of the object before, and what changes of ours came to, newest first. What was seen first has
 * nothing before it.
 */
export const changeRows = defineQuery({
  name: 'settings-changes',
  sql: `SELECT level, campaign_id, ad_group_id, keyword_id, campaign_name, ad_group_name, kind, before, after,
      multiIf(name != '', name, level = 'campaign', campaign_name, level = 'ad_group', ad_group_name, keyword_name) AS shown_name,
      change_id, change_row, actor_kind, actor_account_id, actor_source, reason, outcome, message, alike,
      outside_kind, outside_user,
      toUnixTimestamp64Milli(changed_at) AS changed_ms, toUnixTimestamp64Milli(observed_at) AS seen_ms
    FROM (
      SELECT * FROM (SELECT * FROM (${seen}) UNION ALL SELECT * FROM (${made}))
      ${newestFirst} LIMIT {most:UInt64}
    ) AS change
    LEFT JOIN (SELECT campaign_id, name AS campaign_name FROM campaign_current_v1 FINAL WHERE org_id = {org_id:UInt64})
      AS campaigns USING (campaign_id)
    LEFT JOIN (SELECT campaign_id, ad_group_id, name AS ad_group_name FROM ad_group_current_v1 FINAL
      WHERE org_id = {org_id:UInt64}) AS ad_groups USING (campaign_id, ad_group_id)
    LEFT JOIN (SELECT campaign_id, ad_group_id, keyword_id, text AS keyword_name FROM keyword_current_v1 FINAL
      WHERE org_id = {org_id:UInt64} AND keyword_id IN (SELECT keyword_id FROM setting_change_v1 WHERE org_id = {org_id:UInt64}))
      AS keywords USING (campaign_id, ad_group_id, keyword_id)
    ${newestFirst}`,
  params,
  row: z.object({
    level: z.enum(['campaign', 'ad_group', 'keyword']),
    campaign_id: z.number(),
    ad_group_id: z.number(),
    keyword_id: z.number(),
    shown_name: z.string(),
    campaign_name: z.string(),
    ad_group_name: z.string(),
    kind: z.enum([
      'status',
      'cpt_bid',
      'cpa_goal',
      'budget',
      'daily_cap',
      'target_cpa',
      'search_match',
      'creative',
      'keyword',
      'negative',
      'label',
    ]),
    before: z.string().nullable(),
    after: z.string().nullable(),
    change_id: z.string(),
    change_row: z.number(),
    actor_kind: z.enum(['person', 'rule', 'creation', 'change_set', 'undo', 'apple']),
    actor_account_id: z.number(),
    actor_source: z.string(),
    reason: z.string().nullable(),
    outcome: z.enum(['changed', 'unchanged', 'refused', 'conflict', 'skipped', 'unknown', 'blocked']),
    message: z.string().nullable(),
    changed_ms: z.number(),
    seen_ms: z.number(),
    alike: z.number(),
    outside_kind: z.enum(['', 'person', 'api', 'apple', 'tapwise']),
    outside_user: z.string(),
  }),
});

/** Of changes that were taken back: by which change, the newest one. */
export const undosOf = defineQuery({
  name: 'undos-of-changes',
  sql: `SELECT actor_source AS undone, argMax(change_id, (decided_at, log_position)) AS undo FROM setting_change_v1 FINAL
    WHERE org_id = {org_id:UInt64} AND actor_kind = 'undo' AND has({ids:Array(String)}, actor_source) GROUP BY actor_source`,
  params: z.object({ org_id: z.number(), ids: z.array(z.string()) }),
  row: z.object({ undone: z.string(), undo: z.string() }),
});
