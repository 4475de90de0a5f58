/** A change that is often made, as the diff of a real one. */
export interface Recipe {
  /** Of its file in `diffs/`, and of its section in `CONTRIBUTING.md`. */
  readonly name: string;
  /** What it changes, in a sentence. */
  readonly summary: string;
  /** Spec files that hold it; the diff makes or changes at least one of them. */
  readonly specs: readonly [string, ...string[]];
}

/** The file of a recipe, from the root of the project. */
export const diffOf = ({ name }: Pick<Recipe, 'name'>): string => `tests/recipes/diffs/${name}.diff`;

/** Files that a diff leaves behind, made or changed. @param text In the format of `git diff`. */
export const filesIn = (text: string): string[] =>
  [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
