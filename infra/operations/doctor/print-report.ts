import type { OperatorSection } from '@tapwise/projections/queries';

/** Lines for the terminal, without parts, of which the doctor says more: projections that are well are said in one line. */
export function reportLines(sections: readonly OperatorSection[]): string[] {
  return sections.flatMap(({ title, findings }) => {
    if (title === 'Parts') return [];
    const well = findings.filter(({ status }) => status === 'ok');
    const listed = title === 'Projections' ? findings.filter(({ status }) => status !== 'ok') : findings;
    const lines = listed.map(({ what, status, detail }) => lineOf(status, what, detail));
    return title === 'Projections' && well.length > 0
      ? [...lines, lineOf('ok', `${well.length} projections`, '')]
      : lines;
  });
}

const lineOf = (status: string, what: string, detail: string): string =>
  `${status.padEnd(8)} ${what}${detail === '' ? '' : `: ${detail}`}`;
