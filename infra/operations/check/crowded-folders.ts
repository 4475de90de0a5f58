import { type CheckResult, runTool } from './run-tool.ts';

/** Files and folders that one folder may hold, specs not counted: more than a reader takes in at a look get groups. */
export const mostSiblings = 16;

interface Exception {
  readonly most: number;
  readonly reason: string;
}

/** Folders that may hold more. */
export const exceptions: Readonly<Record<string, Exception>> = {
  '': { most: 30, reason: 'Workspaces, and files that tools and people look for at the root.' },
  'docs/decisions': { most: 1_000, reason: 'One file for each decision, by number.' },
  'docs/operations/alarms': { most: 40, reason: 'One page for each alarm.' },
  'projections/schema': { most: 200, reason: 'One file for each table or migration, by number.' },
  'tests/replay/histories': { most: 1_000, reason: 'One recorded history at least for each process.' },
  'tests/replay/recorded-events': { most: 1_000, reason: 'One recorded example for each event and version.' },
  'web/content/docs': { most: 100, reason: 'One file for each page of the docs.' },
  'tests/breaks/areas': { most: 40, reason: 'One file for each area.' },
  'infra/adapters/src': { most: 19, reason: 'One folder for each service spoken to.' },
  'infra/operations': { most: 20, reason: 'One folder for each command.' },
  'projections/src/reading': { most: 19, reason: 'Not yet grouped.' },
  'workflows/src': { most: 19, reason: 'One folder for each area of processes and each engine that runs them.' },
};

const spec = /\.spec\.tsx?$/;

/** How many files and folders each folder of a list of files holds; the root is ''. */
export function countSiblings(files: readonly string[]): ReadonlyMap<string, number> {
  const siblings = new Map<string, Set<string>>();
  for (const file of files.filter((name) => !spec.test(name))) {
    const parts = file.split('/');
    for (const [depth, part] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/');
      siblings.set(folder, (siblings.get(folder) ?? new Set()).add(part));
    }
  }
  return new Map([...siblings].map(([folder, names]) => [folder, names.size]));
}

/** What is wrong with the folders of a list of files, and with the exceptions that no folder needs. */
export function crowdedFolders(
  files: readonly string[],
  allowed: Readonly<Record<string, Exception>> = exceptions,
): string[] {
  const counts = countSiblings(files);
  const crowded = [...counts].flatMap(([folder, count]) => {
    const most = allowed[folder]?.most ?? mostSiblings;
    return count > most ? [`${folder || '.'}: ${count} files and folders, at most ${most}`] : [];
  });
  const unneeded = Object.keys(allowed).filter((folder) => (counts.get(folder) ?? 0) <= mostSiblings);
  return [...crowded, ...unneeded.map((folder) => `${folder || '.'}: needs no exception any more`)];
}

/** Counts the siblings of every tracked file. */
export async function checkCrowdedFolders(root: string): Promise<CheckResult> {
  const listed = await runTool('list', 'git', ['-C', root, 'ls-files']);
  const files = listed.output.split('\n').filter((file) => file !== '');
  const problems = crowdedFolders(files);
  return {
    name: 'crowded folders',
    ok: listed.ok && files.length > 0 && problems.length === 0,
    output: listed.ok ? problems.join('\n') : listed.output,
    millis: listed.millis,
  };
}
