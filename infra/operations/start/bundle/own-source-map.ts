import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * Keeps of a bundle's source map what leads to our own sources. Node reads the whole map when a program starts: with the packages in
 * it that costs more time and memory than the program itself.
 * @param text JSON of a source map.
 * @returns JSON of the smaller one; positions in packages have no source in it.
 */
export function ownSourceMap(text: string): string {
  const map = JSON.parse(text) as SourceMap;
  const projectSources = map.sources.filter((source) => !source.includes('node_modules/'));
  const numbers = new Map(projectSources.map((source, index) => [source, index]));
  const lines = decode(map.mappings).map((segments) =>
    keepOwn(segments, (index) => numbers.get(map.sources[index] ?? '')),
  );
  return JSON.stringify({ version: 3, sources: projectSources, names: [], mappings: encode(lines) });
}

/** Segments of one line; what follows ours from a package is marked once as without a source, else it would count as ours. */
function keepOwn(
  segments: readonly SourceMapSegment[],
  ownNumber: (source: number) => number | undefined,
): SourceMapSegment[] {
  const kept: SourceMapSegment[] = [];
  let foreign = false;
  for (const segment of segments) {
    const [column, source, line, sourceColumn] = segment;
    const number = source === undefined ? undefined : ownNumber(source);
    if (number !== undefined && line !== undefined && sourceColumn !== undefined) {
      kept.push([column, number, line, sourceColumn]);
      foreign = false;
    } else if (!foreign) {
      kept.push([column]);
      foreign = true;
    }
  }
  return kept;
}
