import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/** Declares, at the head of each bundled file, the checkout as seen from it. */
export function locationHeader(fromBundleToRoot: string): string {
  return [
    `import { createRequire as bundleCreateRequire } from 'node:module';`,
    `import { fileURLToPath as bundlePath } from 'node:url';`,
    'const require = bundleCreateRequire(import.meta.url);',
    `const bundleRoot = new URL('${fromBundleToRoot}', import.meta.url);`,
  ].join('');
}

/**
 * Our own sources find files beside them (table definitions, certificates, workflow sources) from where the source is, also when
 * bundled; programs that are bundled as well are found in the bundle.
 * @param entries bundled programs: name in the bundle → source file, relative to the checkout.
 */
export function keepSourceLocations(root: string, entries: Readonly<Record<string, string>>): Plugin {
  const bundledAs = new Map(Object.entries(entries).map(([name, file]) => [file, `./${name}.js`]));
  return {
    name: 'keep-source-locations',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const file = relative(root, path);
        if (file.startsWith('..') || file.includes('node_modules')) return undefined;
        const text = await readFile(path, 'utf8');
        if (!text.includes('import.meta.')) return undefined;
        return { contents: withLocations(text, file, bundledAs), loader: 'ts' };
      });
    },
  };
}

const location = /new URL\('(\.[^']*)', import\.meta\.url\)|import\.meta\.(url|dirname|filename)/g;

function withLocations(text: string, file: string, bundledAs: ReadonlyMap<string, string>): string {
  const at = (path: string) => `new URL(${JSON.stringify(path)}, bundleRoot)`;
  return text.replaceAll(location, (_, target: string | undefined, property: string | undefined) => {
    if (property === 'dirname') return `bundlePath(${at(dirname(file))})`;
    if (property === 'filename') return `bundlePath(${at(file)})`;
    if (target === undefined) return `${at(file)}.href`;
    const bundled = bundledAs.get(join(dirname(file), target));
    return bundled === undefined ? `new URL('${target}', ${at(file)})` : `new URL('${bundled}', import.meta.url)`;
  });
}
