export { decidedTerms } from './decided-terms.ts';
export { type DisplayedTerm, displayedTerms, leastImpressions } from './displayed-terms.ts';
export type { TermDecisionState } from './term-decision.decider.ts';
export { forgetDecisions, hideTerms, termDecisionDecider } from './term-decision.decider.ts';
export type { TermDecisionEvent } from './term-decision.events.ts';
export { termDecisionStream } from './term-decision.stream.ts';
export { type TermFigures, type TermView, termFiguresOf } from './term-rows.ts';
export { checkHiding, requireFewTerms, termsToHide } from './terms-to-hide.ts';
