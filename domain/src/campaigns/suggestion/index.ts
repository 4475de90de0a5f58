export {
  completeSuggestions,
  requestSuggestions,
  type SuggestionEnd,
  type SuggestionRequest,
  suggestionDecider,
  suggestionStream,
  suggestionStreamPrefix,
} from './suggestion.decider.ts';
export {
  mostSuggestedBids,
  type RecommendedAmount,
  type SuggestedBid,
  type SuggestedKeyword,
  type SuggestionQuestion,
  type Suggestions,
} from './suggestion.events.ts';
