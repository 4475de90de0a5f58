import { fileURLToPath } from 'node:url';

/**
 * Flags Node needs to run a program of ours: a source file needs the loader, a bundled one the map back to its sources.
 * @param file path or `file:` URL.
 */
export function programFlags(file: string): string[] {
  return file.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps'];
}

/**
 * What a thread evaluates to run a program of ours, and its flags. In threads the loader of sources serves `require` alone, so such a program
 * awaits nothing at its top level.
 * @param url `file:` URL.
 */
export const threadProgram = (url: string): { readonly code: string; readonly execArgv: string[] } =>
  url.endsWith('.ts')
    ? { code: `require(${JSON.stringify(fileURLToPath(url))})`, execArgv: ['--require', 'tsx/cjs'] }
    : { code: `import(${JSON.stringify(url)})`, execArgv: programFlags(url) };
