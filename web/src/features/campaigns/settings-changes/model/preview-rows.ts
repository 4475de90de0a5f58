import type { ChangeResult, GuardrailsResponse } from '@tapwise/contract';
import { outcomeWords } from '../../../../shared/campaigns/changes/outcome-messages.ts';
import type { Outcome } from '../../../../shared/campaigns/changes/outcomes.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import { baseOf, type EditValue, editId, editText, microsOf, type PendingEdit } from './pending-edit.ts';

export interface PreviewNote {
  tone: 'plain' | 'warning' | 'error';
  text: string;
}

/** One row of the preview, before it is sent or after. */
export interface PreviewRow {
  id: string;
  name: string;
  path: string;
  field: string;
  old: string;
  new: string;
  /** Difference of amounts, and in percent; empty where there is none. */
  change: string;
  percent: string;
  notes: readonly PreviewNote[];
  outcome: Outcome | null;
  edit: PendingEdit | null;
}

/** What is known beside the edits themselves. */
export interface PreviewFacts {
  currency: string;
  /** Daily budget of a campaign in micros, as far as known. */
  dailyBudget: (campaign: string) => number | null;
  /** How many keywords of an ad group have bids of their own; `null` while not known. */
  ownBids: (adGroup: string) => number | null;
  updateKeywords: boolean;
  /** The team's limits; `null` while not known. */
  guardrails: Pick<GuardrailsResponse['guardrails'], 'bid_step' | 'budget_step'> | null;
  /** What a cell of the table shows now; `undefined` where the row is not on the screen. */
  displayedValue: (edit: PendingEdit) => EditValue | undefined;
}

/** Rows of edits that are to be sent. */
export function previewRows(edits: readonly PendingEdit[], facts: PreviewFacts): PreviewRow[] {
  return edits.map((edit) => ({
    ...rowOf(edit, facts.currency),
    notes: [...troubleNotes(edit, facts.currency), ...ownNotes(edit, facts), ...limitNotes(edit, facts)],
    outcome: edit.trouble?.outcome ?? null,
  }));
}

/** Rows of an answer: those that were sent, and keywords that went along with their ad group. */
export function outcomeRows(
  results: readonly ChangeResult[],
  sent: ReadonlyMap<string, PendingEdit>,
  now: (edit: PendingEdit) => PendingEdit | undefined,
  currency: string,
): PreviewRow[] {
  return results.map((row) => {
    const id = `${row.key} ${row.field}`;
    const before = sent.get(id);
    const edit = before === undefined ? undefined : (now(before) ?? before);
    const base = edit === undefined ? rowOfResult(row, id, currency) : rowOf(edit, currency);
    return { ...base, edit: edit ?? null, outcome: row.outcome, notes: resultNotes(row, edit, currency) };
  });
}

function rowOf(edit: PendingEdit, currency: string): Omit<PreviewRow, 'notes' | 'outcome'> {
  const old = baseOf(edit);
  return {
    id: editId(edit),
    name: edit.name,
    path: edit.path.join(' › '),
    field: words.fields[edit.field] ?? edit.field,
    old: editText(old, currency),
    new: edit.value === null ? words.cleared : editText(edit.value, currency),
    ...difference(old, edit.value, currency),
    edit,
  };
}

function rowOfResult(row: ChangeResult, id: string, currency: string): Omit<PreviewRow, 'notes' | 'outcome'> {
  const text = (value: ChangeResult['old']) =>
    typeof value === 'string' ? value : editText(typeof value === 'number' ? microsOf(value) : value, currency);
  const names = { name: row.key.split(':').at(-1) ?? row.key, path: '', field: words.fields[row.field] ?? row.field };
  return { id, ...names, old: text(row.old), new: text(row.new), change: '', percent: '', edit: null };
}

function difference(old: EditValue, value: EditValue, currency: string): Pick<PreviewRow, 'change' | 'percent'> {
  if (typeof old !== 'number' || typeof value !== 'number') return { change: '', percent: '' };
  const sign = value < old ? '−' : '+';
  const size = Math.abs(value - old);
  const percent = old === 0 ? '' : `${sign}${((size / old) * 100).toFixed(2)}`;
  return { change: `${sign}${editText(size, currency)}`, percent };
}

const plain = (text: string): PreviewNote => ({ tone: 'plain', text });
const warning = (text: string): PreviewNote => ({ tone: 'warning', text });
const unknownNote = (trouble: PendingEdit['trouble']): PreviewNote =>
  trouble?.left === true ? warning(words.leftUnknownNote) : plain(words.unknownNote);
const fault = (text: string): PreviewNote => ({ tone: 'error', text });

function troubleNotes({ trouble }: PendingEdit, currency: string): PreviewNote[] {
  if (trouble === undefined) return [];
  if (trouble.outcome === 'conflict') return [warning(conflictText(trouble, currency))];
  if (trouble.outcome === 'unknown') return [unknownNote(trouble)];
  if (trouble.outcome === 'queued' || trouble.outcome === 'pending') return [plain(outcomeWords[trouble.outcome])];
  return [fault(trouble.message ?? outcomeWords[trouble.outcome])];
}

function conflictText({ current, changedBy }: NonNullable<PendingEdit['trouble']>, currency: string): string {
  return words.changedBy(changedBy ?? words.someone, editText(current, currency));
}

/** What sending this edit means beside the new value. */
function ownNotes(edit: PendingEdit, facts: PreviewFacts): PreviewNote[] {
  const notes: PreviewNote[] = [];
  const parts = edit.key.split(':');
  if (edit.raised) notes.push(plain(words.raisedToMinimum));
  if (parts.length === 3 && edit.base === null)
    notes.push(plain(words.ownFromNow(editText(edit.follows, facts.currency))));
  if (parts.length === 2 && edit.field === 'cpt_bid') notes.push(...keywordNotes(edit.key, facts));
  const displayed = facts.displayedValue(edit);
  if (edit.trouble === undefined && displayed !== undefined && displayed !== edit.base) {
    notes.push(warning(words.movedMeanwhile(editText(displayed, facts.currency))));
  }
  return notes;
}

function keywordNotes(adGroup: string, { ownBids, updateKeywords }: PreviewFacts): PreviewNote[] {
  const count = ownBids(adGroup);
  if (count === 0) return [];
  if (updateKeywords) return [warning(words.updateKeywordsOf(count))];
  return count === null ? [] : [plain(words.keepOwn(count))];
}

/** Settings whose steps are limited like those of a daily budget. */
const hasBudgetStep: ReadonlySet<string> = new Set(['daily_cap', 'target_cpa']);

/** Limits that can be seen before the server says so. */
function limitNotes({ key, field, value, ...edit }: PendingEdit, facts: PreviewFacts): PreviewNote[] {
  if (typeof value !== 'number') return [];
  const { currency, guardrails } = facts;
  const daily = field === 'cpt_bid' ? facts.dailyBudget(key.split(':')[0] ?? '') : null;
  const over = daily !== null && value > daily ? [fault(words.overDaily(editText(daily, currency)))] : [];
  const old = baseOf(edit);
  const step =
    field === 'cpt_bid' ? guardrails?.bid_step : hasBudgetStep.has(field) ? guardrails?.budget_step : undefined;
  if (step === undefined || step.people === 'off' || typeof old !== 'number') return over;
  const plus = field === 'cpt_bid' ? (guardrails?.bid_step.plus ?? 0) * 1e6 : 0;
  const limit = Math.round(Math.max(step.factor * old, plus === 0 ? 0 : old + plus));
  return value > limit ? [...over, warning(words.overStep(String(step.factor), editText(limit, currency)))] : over;
}

function resultNotes(row: ChangeResult, edit: PendingEdit | undefined, currency: string): PreviewNote[] {
  const notes = row.note == null ? [] : [row.outcome === 'changed' ? warning(row.note) : plain(row.note)];
  if (row.outcome === 'changed') return [plain(words.confirmed), ...notes];
  if (row.outcome === 'unchanged') return [plain(words.alreadySo), ...notes];
  if (row.outcome === 'conflict' && edit?.trouble !== undefined)
    return [warning(conflictText(edit.trouble, currency)), ...notes];
  if (row.outcome === 'unknown') return [unknownNote(edit?.trouble), ...notes];
  if (row.outcome === 'pending') return [plain(outcomeWords.pending), ...notes];
  if (row.outcome === 'queued') return [plain(words.queuedNote), ...notes];
  return [fault(row.message ?? outcomeWords[row.outcome]), ...notes];
}
