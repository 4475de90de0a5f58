import type { EnteredScope, RuleLevel, TextFilter } from '../../api/entered-rule.ts';

export const textFields = ['name', 'campaign_name', 'ad_group_name'] as const;
export type TextField = (typeof textFields)[number];
export type TextMode = keyof TextFilter;
export const textModes: readonly TextMode[] = ['contains', 'lacks', 'is', 'starts'];

/** A part of the filter of a rule that is shown by itself. */
export type FilterName =
  | TextField
  | 'status'
  | 'labels'
  | 'match_types'
  | 'kinds'
  | 'strategies'
  | 'countries'
  | 'except';

const filterNames: readonly FilterName[] = [
  ...textFields,
  'status',
  'labels',
  'match_types',
  'kinds',
  'strategies',
  'countries',
  'except',
];

/** Filters that units of a level can have. */
export const filtersOfLevel = (level: RuleLevel): FilterName[] =>
  filterNames.filter(
    (name) => (name !== 'match_types' || level === 'keyword') && (name !== 'ad_group_name' || level !== 'campaign'),
  );

/** Filters that a rule has. Running units alone is what every rule begins with. */
export const filtersOfScope = (scope: EnteredScope): FilterName[] =>
  filterNames.filter((name) => scope[name] !== undefined && !(name === 'status' && isUsualStatus(scope)));

const isUsualStatus = ({ status }: EnteredScope): boolean => status?.length === 1 && status[0] === 'running';

/** A filter to begin with; it lets everything pass until something is chosen. */
export function withFilter(scope: EnteredScope, name: FilterName): EnteredScope {
  switch (name) {
    case 'name':
    case 'campaign_name':
    case 'ad_group_name':
      return { ...scope, [name]: { contains: [] } };
    case 'status':
      return { ...scope, status: ['running', 'paused'] };
    case 'labels':
      return { ...scope, labels: { any: [] } };
    default:
      return { ...scope, [name]: [] };
  }
}

export function withoutFilter(scope: EnteredScope, name: FilterName): EnteredScope {
  const { [name]: _, ...rest } = scope;
  return rest;
}

/** A filter as it is sent: what nothing was chosen for is left out. */
export function writtenScope(scope: EnteredScope): EnteredScope {
  const written = withoutEmpty(scope);
  return written === undefined ? {} : written;
}

function withoutEmpty<Part>(part: Part): Part | undefined {
  if (Array.isArray(part)) return part.length === 0 ? undefined : part;
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).flatMap(([name, value]) => {
    const inner = withoutEmpty(value);
    return inner === undefined ? [] : [[name, inner] as const];
  });
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Part);
}

/** Pieces of a text in which they are separated by commas. */
export const piecesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((piece) => piece.trim())
      .filter((piece) => piece !== ''),
  ),
];
