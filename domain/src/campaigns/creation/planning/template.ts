import { isCountryCode } from '../../../shared/country-codes.ts';
import { amountText } from '../../../shared/money/amount.ts';
import { barsMessage, type EntryLimits, hasBar, totalBudgetMessage } from '../../change/checks/entry-limits.ts';
import { readWish } from '../../change/checks/value-rules.ts';
import type { CampaignPlan, PlannedKeyword, PlannedNegative } from '../creation-plan.ts';
import { keywordFault, looseKey, textKey } from './keyword-list.ts';

/** Columns of a template in the order of the sample. */
const templateColumns = [
  'campaign',
  'countries',
  'daily_budget',
  'lifetime_budget',
  'devices',
  'audience',
  'automation',
  'type',
  'keyword',
  'cpt',
  'cpa',
] as const;
type TemplateColumn = (typeof templateColumns)[number];
const required: readonly TemplateColumn[] = ['campaign', 'countries', 'daily_budget', 'keyword', 'cpt'];

const mostCampaigns = 20;
const mostKeywords = 10_000;
const mostOfCampaign = 5000;

/** A line that cannot be used; line 1 is the header. */
interface TemplateFault {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

/** A line of the file with its cells, as they were read. */
export interface TemplateLine {
  readonly line: number;
  readonly cells: readonly string[];
}

type TemplateRead =
  | {
      readonly kind: 'read';
      readonly campaigns: readonly CampaignPlan[];
      readonly keywords: readonly PlannedKeyword[];
      readonly negatives: readonly PlannedNegative[];
      readonly duplicates: number;
    }
  | { readonly kind: 'faults'; readonly faults: readonly TemplateFault[] }
  /** The file as a whole cannot be used. */
  | { readonly kind: 'unusable'; readonly message: string };

/** The separator of a header line; semicolons go with decimal commas. */
export function templateSeparator(text: string): ',' | ';' | '\t' {
  const header = text.split(/\r\n|\r|\n/, 1)[0] ?? '';
  const count = (separator: string): number => header.split(separator).length;
  if (count('\t') > 1 && count('\t') >= count(',') && count('\t') >= count(';')) return '\t';
  return count(';') > count(',') ? ';' : ',';
}

interface Row {
  readonly line: number;
  readonly cell: (column: TemplateColumn) => string;
}

/**
 * Reads the lines of a template.
 * @param decimalComma Amounts may be written with a comma.
 * @param currency Of the ad organization.
 */
export function readTemplate(
  [header, ...lines]: readonly TemplateLine[],
  { decimalComma, currency, limits }: { decimalComma: boolean; currency: string; limits: EntryLimits },
): TemplateRead {
  const columns = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const unknown = columns.find((column) => !templateColumns.some((templateColumn) => templateColumn === column));
  if (unknown !== undefined) return { kind: 'unusable', message: `Unknown column ${unknown}` };
  const missing = required.find((column) => !columns.includes(column));
  if (missing !== undefined) return { kind: 'unusable', message: `Column ${missing} is missing` };
  const rows = lines
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }): Row => ({ line, cell: (column) => (cells[columns.indexOf(column)] ?? '').trim() }));
  // An empty column is that of a file that was made while there were such budgets.
  const hasTotals = rows.some((row) => row.cell('lifetime_budget') !== '');
  if (hasTotals && !limits.totalBudgets) return { kind: 'unusable', message: totalBudgetMessage };
  const { barsInNames } = limits;
  const reading: Reading = { campaigns: new Map(), faults: [], duplicates: 0, decimalComma, currency, barsInNames };
  for (const row of rows) readRow(reading, row);
  return endOf(reading);
}

interface Building {
  readonly name: string;
  readonly line: number;
  readonly plan: CampaignPlan;
  /** Campaign cells of its first row. */
  readonly first: Row;
  readonly keywords: PlannedKeyword[];
  readonly negatives: PlannedNegative[];
  readonly keywordLines: Map<string, number>;
  readonly negativeLines: Map<string, { readonly line: number; readonly value: string }>;
}

/** Taken from a campaign's first row; later ones may repeat it. */
const campaignColumns = ['countries', 'daily_budget', 'lifetime_budget', 'devices', 'audience', 'automation'] as const;

interface Reading {
  readonly campaigns: Map<string, Building>;
  readonly faults: TemplateFault[];
  duplicates: number;
  readonly decimalComma: boolean;
  readonly currency: string;
  readonly barsInNames: boolean;
}

function fault({ faults }: Reading, row: Row, column: TemplateColumn, message: string): void {
  faults.push({ line: row.line, column, value: row.cell(column), message });
}

const amountColumns = {
  daily_budget: 'daily_cap',
  lifetime_budget: 'budget',
  cpt: 'cpt_bid',
  cpa: 'cpa_goal',
} as const;
const optionalAmounts: readonly TemplateColumn[] = ['lifetime_budget', 'cpa'];

/** Micros; `null` for none, and for what is no amount. */
function amountOf(reading: Reading, row: Row, column: keyof typeof amountColumns): number | null {
  const spelling = spellingFault(row.cell(column), reading.decimalComma);
  if (spelling !== undefined) {
    fault(reading, row, column, spelling);
    return null;
  }
  const text = reading.decimalComma ? row.cell(column).replace(',', '.') : row.cell(column);
  if (text === '' && optionalAmounts.includes(column)) return null;
  const read = readWish({ key: '1', field: amountColumns[column], wish: text }, reading.currency);
  if ('value' in read) return Number(read.value);
  fault(reading, row, column, read.text);
  return null;
}

/** What is wrong with how a spreadsheet of another country writes a number: `1,250` is no safe guess. */
function spellingFault(text: string, decimalComma: boolean): string | undefined {
  const grouped = decimalComma ? /^\d{1,3}(?:[.'’\s]\d{3})+,\d+$/ : /^\d{1,3}(?:[,'’\s]\d{3})+\.\d+$/;
  if (grouped.test(text)) return 'Has a thousands separator: write the amount without it';
  if (decimalComma || !/^\d[\d.]*,\d+$/.test(text)) return undefined;
  return 'Has a decimal comma: write it with a point, or separate the columns with semicolons';
}

function choiceOf<Choice extends string>(
  reading: Reading,
  row: Row,
  column: TemplateColumn,
  choices: readonly Choice[],
): Choice | null {
  const text = row.cell(column).toLowerCase();
  const match = choices.find((choice) => choice === text);
  if (text !== '' && match === undefined) fault(reading, row, column, `Must be ${choices.join(' or ')}`);
  return match ?? null;
}

function readRow(reading: Reading, row: Row): void {
  const { campaigns } = reading;
  const name = row.cell('campaign');
  if (name === '') {
    fault(reading, row, 'campaign', 'Name is required');
    return;
  }
  const existing = campaigns.get(name);
  if (existing !== undefined) checkRepeated(reading, row, existing);
  const building = existing ?? openCampaign(reading, row, name);
  const sent = row.cell('keyword');
  const text = textKey(row.cell('keyword').replace(/^\[(.*)\]$/s, '$1'));
  const wrong = text === '' ? { message: 'Enter a keyword' } : keywordFault(text);
  if (wrong !== undefined) fault(reading, row, 'keyword', wrong.message);
  const entry = { text, ...(sent === text ? {} : { sent }), campaign: [...campaigns.keys()].indexOf(name) };
  if (choiceOf(reading, row, 'type', ['keyword', 'negative']) !== 'negative') {
    addKeyword(reading, row, building, entry);
    return;
  }
  if (building.negativeLines.has(text)) reading.duplicates += 1;
  else building.negatives.push({ ...entry, ad_group_id: null });
  building.negativeLines.set(text, { line: row.line, value: sent });
}

/** The bids of a keyword that is repeated would contradict each other. */
function addKeyword(reading: Reading, row: Row, building: Building, entry: Omit<PlannedKeyword, 'bid_micros'>): void {
  const { text } = entry;
  const earlier = building.keywordLines.get(text);
  if (earlier !== undefined && text !== '') fault(reading, row, 'keyword', `Repeats line ${earlier}`);
  building.keywordLines.set(text, row.line);
  const bid = amountOf(reading, row, 'cpt');
  const goal = amountOf(reading, row, 'cpa');
  const daily = building.plan.daily_budget_micros;
  if (bid !== null && daily !== null && bid > daily) {
    fault(reading, row, 'cpt', `Bid must not exceed the daily budget (${amountText(daily, reading.currency)})`);
  }
  building.keywords.push({ ...entry, bid_micros: bid ?? 0, cpa_goal_micros: goal });
}

function openCampaign(reading: Reading, row: Row, name: string): Building {
  const codes = row
    .cell('countries')
    .toUpperCase()
    .split(/[\s|]+/);
  const countries = [...new Set(codes.filter(Boolean))].sort();
  if (countries.length === 0) fault(reading, row, 'countries', 'Select at least one country');
  else if (!countries.every(isCountryCode)) fault(reading, row, 'countries', 'This country is not known.');
  const daily = amountOf(reading, row, 'daily_budget');
  const total = amountOf(reading, row, 'lifetime_budget');
  if (daily !== null && total !== null && daily >= total) {
    const limit = amountText(total, reading.currency);
    fault(reading, row, 'daily_budget', `Daily budget must be below the lifetime budget (${limit})`);
  }
  if ([...name].length > 200) fault(reading, row, 'campaign', 'Name must be at most 200 characters');
  if (!reading.barsInNames && hasBar(name)) fault(reading, row, 'campaign', barsMessage);
  const plan: CampaignPlan = {
    campaign_id: null,
    name,
    kind: 'skag',
    countries,
    daily_budget_micros: daily,
    budget_micros: total,
    match: 'EXACT',
    bid_micros: null,
    cpa_goal_micros: null,
    search_match: false,
    broad_ad_group_id: null,
    device: choiceOf(reading, row, 'devices', ['iphone', 'ipad']),
    audience: choiceOf(reading, row, 'audience', ['new', 'returning']),
    automation: choiceOf(reading, row, 'automation', ['on', 'off']) !== 'off',
  };
  const lists = { keywords: [], negatives: [], keywordLines: new Map(), negativeLines: new Map() };
  const building: Building = { name, line: row.line, plan, first: row, ...lists };
  reading.campaigns.set(name, building);
  return building;
}

function checkRepeated(reading: Reading, row: Row, { first }: Building): void {
  for (const column of campaignColumns) {
    const text = row.cell(column);
    if (text !== '' && text.toLowerCase() !== first.cell(column).toLowerCase()) {
      fault(reading, row, column, `Differs from line ${first.line} of the same campaign`);
    }
  }
}

function endOf({ campaigns, faults: rowFaults, duplicates }: Reading): TemplateRead {
  const built = [...campaigns.values()];
  const keywords = built.flatMap((building) => building.keywords);
  const largest = Math.max(0, ...built.map((building) => building.keywords.length));
  const many = (count: number, most: string): TemplateRead => ({
    kind: 'unusable',
    message: `Too many keywords: ${count.toLocaleString('en-US')}, at most ${most}`,
  });
  if (keywords.length > mostKeywords) return many(keywords.length, '10,000');
  if (largest > mostOfCampaign) return many(largest, '5,000');
  if (built.length > mostCampaigns) return { kind: 'unusable', message: 'Too many campaigns: at most 20' };
  if (keywords.length === 0 && rowFaults.length === 0)
    return { kind: 'unusable', message: 'The template has no keywords' };
  const faults = [...rowFaults, ...built.flatMap(blocking)].sort((left, right) => left.line - right.line);
  if (faults.length > 0) return { kind: 'faults', faults };
  const negatives = built.flatMap((building) => building.negatives);
  return { kind: 'read', campaigns: built.map(({ plan }) => plan), keywords, negatives, duplicates };
}

/** Negatives that would block a keyword of their campaign, wherever in the file that is; and a campaign without keywords. */
function blocking({ keywords, negativeLines, line, name }: Building): TemplateFault[] {
  const bought = new Map(keywords.map(({ text }) => [looseKey(text), text]));
  const faults = [...negativeLines].flatMap(([text, at]) => {
    const blocked = bought.get(looseKey(text));
    const message = `Would block the keyword "${blocked}"`;
    return blocked === undefined ? [] : [{ line: at.line, column: 'keyword', value: at.value, message }];
  });
  if (keywords.length > 0) return faults;
  return [...faults, { line, column: 'campaign', value: name, message: 'Enter at least one keyword' }];
}
