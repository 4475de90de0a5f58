import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ExplanationResponse, explanationPath } from '@tapwise/contract';
import { requestAt } from '../../past-view/request-at.ts';
import type { GridFigure } from '../../tables/grid/index.ts';
import type { ReportQuestion } from './report-api.ts';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const path: typeof explanationPath = '/api/asa/explanation';

/** A figure that moves is explained again this often. */
const liveMs = 10_000;

const explanationQueryOptions = (question: ReportQuestion, figure: GridFigure, live: boolean) =>
  queryOptions({
    queryKey: ['explanation', question.call, question.params, figure.row, figure.column],
    refetchInterval: live ? liveMs : false,
    queryFn: async ({ signal }): Promise<ExplanationResponse> => {
      const query = { ...question.params, call: question.call, row: figure.row, column: figure.column };
      const { body } = await requestAt<ExplanationResponse>({ method: 'GET', path, query, signal });
      return body;
    },
  });

/** How one figure of a report was made. */
export function useExplanation(question: ReportQuestion, figure: GridFigure, live: boolean) {
  return useQuery(explanationQueryOptions(question, figure, live));
}
