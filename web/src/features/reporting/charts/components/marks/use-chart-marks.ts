import { useMemo } from 'react';
import { useChanges } from '../../api/changes-api.ts';
import { reportTypes } from '../../messages.ts';
import type { MarkChoice } from '../../model/marks/change-marks.ts';
import { fieldsAt } from '../../model/marks/describe-change.ts';
import type { ChartScreenData, ChartScreenUrl } from '../use-chart-screen.ts';

/**
 * What was changed in the range of the chart, and which of it is wanted.
 * @param element the one object that is drawn, where lines are its properties; `null` where lines are objects
 */
export function useChartMarks(
  { url, show }: ChartScreenUrl,
  { seriesQuestions }: Pick<ChartScreenData, 'seriesQuestions'>,
  element: string | null,
) {
  const { type } = url.choice;
  const { level } = reportTypes[type];
  const { marks: choice } = url.view;
  const questionsText = JSON.stringify(seriesQuestions);
  const questions = useMemo(
    () =>
      (JSON.parse(questionsText) as typeof seriesQuestions).map(({ params, timeZone }) => ({
        params: choice.inside ? params : { ...params, level },
        timeZone,
      })),
    [questionsText, choice.inside, level],
  );
  const { loaded, error, retry } = useChanges(questions);
  const fields = fieldsAt(level, choice.inside).filter((field) => loaded?.fields.includes(field) ?? true);
  return {
    type,
    level,
    element,
    choice,
    loaded,
    error,
    retry,
    /** Settings that can be marked here. */
    fields,
    choose: (part: Partial<MarkChoice>) => show({ marks: { ...choice, ...part } }),
  };
}

export type ChartMarks = ReturnType<typeof useChartMarks>;
