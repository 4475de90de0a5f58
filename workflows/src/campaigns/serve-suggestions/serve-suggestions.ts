import {
  handleCommand,
  type SearchAdsClient,
  SearchAdsError,
  type SuggestionReader,
  withSignal,
} from '@tapwise/adapters';
import {
  completeSuggestions,
  type SuggestionEnd,
  type SuggestionRequest,
  type Suggestions,
  suggestionDecider,
  suggestionStreamPrefix,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { type QuestionOptions, serveQuestions } from '../../streams/serve-questions.ts';

export interface SuggestionOptions extends QuestionOptions {
  /** `undefined` while the provider's API user is not configured. */
  readonly searchAds: Pick<SearchAdsClient, 'suggestions'> | undefined;
}

/** Nobody waits any more for an answer to an older question. */
const oldestMs = 20_000;
const longestMs = 9000;

/** Asks the ad service what it suggests for those who are about to see it, until the signal aborts. */
export const serveSuggestions = (options: SuggestionOptions): Promise<void> =>
  serveQuestions(options, [suggestionStreamPrefix], (event, stream) => {
    if (event.type !== 'SuggestionsRequested') return undefined;
    if (Date.now() - Date.parse(event.data.requested_at) > oldestMs) return undefined;
    return serveRequest(options, stream, event.data);
  });

async function serveRequest(options: SuggestionOptions, stream: string, request: SuggestionRequest): Promise<void> {
  const { application_id, org_id, requested_at } = request;
  const event = await readSuggestions(options, request);
  await handleCommand(options.log, {
    stream,
    decider: suggestionDecider,
    cause: `read ${application_id} ${org_id} ${requested_at}`,
    context: workflowActor('read-suggestions'),
    decide: (state) => completeSuggestions(state, requested_at, event),
  });
}

async function readSuggestions(
  { searchAds, signal }: SuggestionOptions,
  request: SuggestionRequest,
): Promise<SuggestionEnd> {
  const ids = { application_id: request.application_id, org_id: request.org_id };
  const failed = (reason: 'away' | 'absent', message: string): SuggestionEnd => ({
    type: 'SuggestionsReadingFailed',
    data: { ...ids, reason, message, failed_at: new Date().toISOString() },
  });
  if (searchAds === undefined) return failed('away', 'The API user of the ad service is not configured');
  if (searchAds.suggestions === null) return failed('absent', 'This version of the interface has no suggestions');
  const { suggestions: reader } = searchAds;
  try {
    const ends = { signals: [signal], withinMs: longestMs };
    const suggestions = await withSignal(ends, (timed) => askService(reader, request, timed));
    return { type: 'SuggestionsRead', data: { ...ids, suggestions, read_at: new Date().toISOString() } };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'TimeoutError') return failed('away', 'The ad service took too long');
    if (!(error instanceof SearchAdsError)) throw error;
    return failed('away', error.problems[0]?.message ?? error.message);
  }
}

async function askService(
  suggestions: SuggestionReader,
  { org_id, currency, adam_id, question }: SuggestionRequest,
  signal: AbortSignal,
): Promise<Suggestions> {
  const scope = { orgId: org_id, currency, adamId: adam_id, signal };
  switch (question.of) {
    case 'keywords':
      return { of: 'keywords', keywords: [...(await suggestions.keywords(scope, question))] };
    case 'daily_budgets':
      return { of: 'daily_budgets', budgets: [...(await suggestions.recommended(scope, 'daily_budgets'))] };
    case 'target_cpas':
      return { of: 'target_cpas', targets: [...(await suggestions.recommended(scope, 'target_cpas'))] };
    case 'bids':
      return { of: 'bids', bids: [...(await suggestions.bids(scope, question.campaign_id))] };
  }
}
