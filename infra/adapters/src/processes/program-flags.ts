/**
 * Flags Node needs to run a program of ours: a source file needs the loader, a bundled one the map back to its sources.
 * @param file path or `file:` URL.
 */
export function programFlags(file: string): string[] {
  return file.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps'];
}
