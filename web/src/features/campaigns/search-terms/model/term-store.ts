import type { SearchTerm } from '@tapwise/contract';
import { createStore, type StoreApi } from 'zustand';
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
  decisions: StoreApi<Decisions>;
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
  const chosen = new Map(terms.map((term) => [term.id, firstChoice(term, kept.get(keyOf(term)))]));
  const choiceOf = (id: number): Choice => chosen.get(id) ?? 1;
  let changed = false;
  let refusals: ReadonlyMap<number, string> = new Map();
  const decisions = createStore(() => decide(kind, terms, choiceOf, refusals));
  const rows = createStore(() => rowsOf(terms, choiceOf, decisions.getState(), new Map()));

  function change(nextRefusals: ReadonlyMap<number, string>): void {
    changed = true;
    refusals = nextRefusals;
    decisions.setState(decide(kind, terms, choiceOf, refusals), true);
    rows.setState((before) => rowsOf(terms, choiceOf, decisions.getState(), before), true);
  }

  const differing = (): KeptChoices =>
    new Map(terms.filter(({ id, choice }) => choiceOf(id) !== choice).map((term) => [keyOf(term), choiceOf(term.id)]));

  return {
    terms,
    row: (id) => rows.getState().get(id),
    decisions,
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
    subscribeRow: (id, listener) =>
      rows.subscribe((now, before) => {
        if (now.get(id) !== before.get(id)) listener();
      }),
  };
}

/** What was chosen before for the same term, else what it is preset to. */
const firstChoice = (term: Term, before: Choice | undefined): Choice =>
  before !== undefined && isAllowed(term, before) ? before : term.choice;

type Rows = ReadonlyMap<number, { row: TermRow; flash: null; gone: false }>;

/** Rows as the grid follows them: one is replaced only when it says something else. */
function rowsOf(terms: readonly Term[], choiceOf: (id: number) => Choice, { refused }: Decisions, before: Rows): Rows {
  return new Map(
    terms.map((term) => {
      const chosen = choiceOf(term.id);
      const refusal = refused.get(term.id)?.message ?? null;
      const earlier = before.get(term.id);
      const same = earlier !== undefined && earlier.row.chosen === chosen && earlier.row.refusal === refusal;
      return [term.id, same ? earlier : { row: { ...term, chosen, refusal }, flash: null, gone: false }];
    }),
  );
}
