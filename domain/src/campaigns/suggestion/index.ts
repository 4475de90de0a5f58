export {
  completeSuggestions,
  requestSuggestions,
  type SuggestionEnd,
  type SuggestionRequest,
  suggestionDecider,
  suggestionStream,
  suggestionStreamPrefix,
} from './suggestion.decider.ts';
export type {
  RecommendedBudget,
  SuggestedKeyword,
  SuggestionQuestion,
  Suggestions,
} from './suggestion.events.ts';
