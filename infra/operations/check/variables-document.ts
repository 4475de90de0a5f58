import { variableGroups } from '@tapwise/adapters';

/** The page of all variables, whose tables are made from the code. */
export const variablesDocument = 'docs/configuration.md';
/** The same as a file to copy to `.env`, with everything commented out. */
export const variablesExample = '.env.example';

interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** As it would be written; undefined where the variable is unset by default. */
  readonly fallback: string | undefined;
}

interface VariableGroup {
  readonly title: string;
  readonly variables: readonly Variable[];
}

const groups: readonly VariableGroup[] = variableGroups.map(({ title, variables }) => ({
  title,
  variables: Object.entries(variables).map(([name, schema]) => {
    const { description: meaning } = schema;
    if (meaning === undefined) throw new Error(`${name} has no description.`);
    const fallback = schema.parse(undefined);
    const isUnset = fallback === undefined || (Array.isArray(fallback) && fallback.length === 0);
    return { name, meaning, fallback: isUnset ? undefined : String(fallback) };
  }),
}));

function groupTable({ title, variables }: VariableGroup): string {
  const rows = variables.map(({ name, fallback, meaning }) => {
    const defaultCell = fallback === undefined ? 'none' : `\`${fallback}\``;
    return `| \`${name}\` | ${defaultCell} | ${meaning} |`;
  });
  return [`## ${title}`, '', '| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** Puts the tables of all variables into the page, between its two marks. */
export function withVariables(page: string): string {
  const tables = groups.map(groupTable).join('\n\n');
  return page.replace(
    /<!-- variables:begin -->[\s\S]*<!-- variables:end -->/,
    () => `<!-- variables:begin -->\n${tables}\n<!-- variables:end -->`,
  );
}

/** Everything an `.env` may hold, at its defaults. */
export function environmentExample(): string {
  const parts = groups.map(({ title, variables }) =>
    [
      `# ${title}`,
      ...variables.flatMap(({ name, meaning, fallback = '' }) => ['', `# ${meaning}`, `# ${name}=${fallback}`]),
    ].join('\n'),
  );
  return `${parts.join('\n\n\n')}\n`;
}
