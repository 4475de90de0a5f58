import type { SearchTerm } from '@tapwise/contract';
import { createKeyedListeners } from '../../../../shared/page/keyed-listeners.ts';
import type { GridSource } from '../../../../shared/tables/grid/index.ts';
import { type Choice, type Decisions, decide, type FilterKind, type Term, termOf } from './decisions.ts';

/** A term as its row shows it. */
export interface TermRow extends Term {
  chosen: Choice;
  /** Why it is not sent as chosen. */
  refusal: string | null;
}

/** Choices by what a term is, so that they outlive a new answer. */
export type KeptChoices = ReadonlyMap<string, Choice>;

export interface TermStore {
  terms: readonly Term[];
  row: GridSource<TermRow, unknown>['row'];
  decisions(): Decisions;
  /** Chooses for rows; plus on a known term leaves it as it is. */
  choose(ids: readonly number[], choice: Choice): void;
  /** Sets every choice back to what it was preset to. */
  reset(): void;
  /** Marks what the server refused, by the text as it was sent. @returns the rows */
  refuse(reasons: readonly { text: string; message: string }[]): number[];
  /** Choices that differ from their presets, by what their terms are. */
  kept(): KeptChoices;
  /** What the next answer's store begins with: until something is chosen here, the same as this one. */
  carried(): KeptChoices;
  /** What a row is, across answers. */
  keyOf(id: number): string;
  subscribe(listener: () => void): () => void;
  subscribeRow(id: number, listener: () => void): () => void;
}

const isAllowed = (term: Term, choice: Choice): boolean => choice !== 2 || !term.known;
const keyOfTerm = (kind: FilterKind, { key, adGroupId }: Term) => (kind === 'skag' ? `${adGroupId} ${key}` : key);

/**
 * Terms of one answer with what is chosen for each. Rows have their own followers: a choice for thousands draws those on
 * the screen again and no others.
 */
export function createTermStore(searchTerms: readonly SearchTerm[], kind: FilterKind, kept: KeptChoices): TermStore {
  const terms = searchTerms.map(termOf);
  const keyOf = (term: Term) => keyOfTerm(kind, term);
  const ofRows = createKeyedListeners<number>();
  const listeners = new Set<() => void>();
  const chosen = new Map(terms.map((term) => [term.id, firstChoice(term, kept.get(keyOf(term)))]));
  const choiceOf = (id: number): Choice => chosen.get(id) ?? 1;
  const rows = createRows(terms, choiceOf, ofRows.notify);
  let changed = false;
  let refusals: ReadonlyMap<number, string> = new Map();
  let decisions = decide(kind, terms, choiceOf, refusals);
  rows.renew(decisions);

  function change(nextRefusals: ReadonlyMap<number, string>): void {
    changed = true;
    refusals = nextRefusals;
    decisions = decide(kind, terms, choiceOf, refusals);
    rows.renew(decisions);
    for (const listener of listeners) listener();
  }

  const differing = (): KeptChoices =>
    new Map(terms.filter(({ id, choice }) => choiceOf(id) !== choice).map((term) => [keyOf(term), choiceOf(term.id)]));

  return {
    terms,
    row: rows.get,
    decisions: () => decisions,
    choose(ids, choice) {
      const left = new Map(refusals);
      for (const id of ids) {
        const term = terms[id];
        if (term === undefined || !isAllowed(term, choice)) continue;
        chosen.set(id, choice);
        left.delete(id);
      }
      change(left);
    },
    reset() {
      for (const term of terms) chosen.set(term.id, term.choice);
      change(new Map());
    },
    refuse(reasons) {
      const messages = new Map(reasons.map(({ text, message }) => [text, message]));
      const named = terms.filter(({ id, text }) => choiceOf(id) !== 1 && messages.has(text));
      change(new Map(named.map(({ id, text }) => [id, messages.get(text) ?? ''])));
      return named.map(({ id }) => id);
    },
    kept: differing,
    carried: () => (changed ? differing() : kept),
    keyOf(id) {
      const term = terms[id];
      return term === undefined ? '' : keyOf(term);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeRow: ofRows.subscribe,
  };
}

/** What was chosen before for the same term, else what it is preset to. */
const firstChoice = (term: Term, before: Choice | undefined): Choice =>
  before !== undefined && isAllowed(term, before) ? before : term.choice;

/** Rows as the grid follows them: one is replaced only when it says something else. */
function createRows(terms: readonly Term[], choiceOf: (id: number) => Choice, notify: (ids: number[]) => void) {
  const rows = new Map<number, { row: TermRow; flash: null; gone: false }>();
  return {
    get: (id: number) => rows.get(id),
    renew({ refused }: Decisions): void {
      const changed: number[] = [];
      for (const term of terms) {
        const row = { ...term, chosen: choiceOf(term.id), refusal: refused.get(term.id)?.message ?? null };
        const before = rows.get(term.id)?.row;
        if (before !== undefined && before.chosen === row.chosen && before.refusal === row.refusal) continue;
        rows.set(term.id, { row, flash: null, gone: false });
        changed.push(term.id);
      }
      notify(changed);
    },
  };
}
