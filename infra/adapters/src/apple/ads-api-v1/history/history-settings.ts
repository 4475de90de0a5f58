import {
  type ChangeField,
  type HistoryEntry,
  type HistorySetting,
  microsFromDecimalString,
  type SettingValue,
} from '@tapwise/domain';
import type { FieldChangeWire } from './schemas.ts';

/** Settings by the names that the history has for them; its samples have names of version 5 as well. */
const fieldNames: Readonly<Record<HistoryEntry['level'], Readonly<Record<string, ChangeField>>>> = {
  campaign: {
    status: 'status',
    dailyBudget: 'daily_cap',
    dailyBudgetAmount: 'daily_cap',
    budgetAmount: 'budget',
    'bidStrategy.bid': 'target_cpa',
    bidStrategy: 'target_cpa',
  },
  ad_group: {
    status: 'status',
    'bidStrategy.bid': 'cpt_bid',
    bidStrategy: 'cpt_bid',
    defaultBidAmount: 'cpt_bid',
    cpaCap: 'cpa_goal',
    cpaGoal: 'cpa_goal',
    automatedKeywordsOptIn: 'search_match',
  },
  keyword: { status: 'status', bid: 'cpt_bid', bidAmount: 'cpt_bid' },
};

/** What an entry changed, in our words; fields and values without a known form are left out. */
export function settingsOf({ level, kind }: HistoryEntry, changes: readonly FieldChangeWire[]): HistorySetting[] {
  const settings = changes.flatMap(({ field, oldValues, newValues }): HistorySetting[] => {
    if (field === 'deleted') return isTrue(newValues) ? [deletion] : [];
    const setting = fieldNames[level][field.replace(/\.(value|amount)(\.amount)?$/, '')];
    if (setting === undefined || (kind === 'deleted' && setting === 'status')) return [];
    const before = settingValue(setting, oldValues ?? []);
    const after = settingValue(setting, newValues ?? []);
    return before === undefined || after === undefined ? [] : [{ field: setting, before, after }];
  });
  return kind === 'deleted' && !settings.includes(deletion) ? [...settings, deletion] : settings;
}

const deletion: HistorySetting = { field: 'status', before: null, after: 'DELETED' };

const isTrue = (values: readonly unknown[] | null | undefined): boolean => String(values?.[0]) === 'true';

/** @returns `undefined` for a text of another form than values of the setting have. */
function settingValue(field: ChangeField, [first]: readonly unknown[]): SettingValue | undefined {
  if (first === undefined || first === null || first === '') return null;
  const text = typeof first === 'object' ? JSON.stringify(first) : String(first);
  if (field === 'status') return statuses.get(text);
  if (field === 'search_match') return text === 'true' ? true : text === 'false' ? false : undefined;
  const [amount] = /\d+(\.\d{1,6})?/.exec(text) ?? [];
  return amount === undefined ? undefined : microsFromDecimalString(amount);
}

const statuses: ReadonlyMap<string, string> = new Map([
  ['ENABLED', 'ENABLED'],
  ['ACTIVE', 'ENABLED'],
  ['PAUSED', 'PAUSED'],
]);
