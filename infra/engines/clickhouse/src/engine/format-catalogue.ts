/** How the chunks of a streamed answer are put together in one format. */
export type Joining =
  /** Chunks follow each other as they are. */
  | 'plain'
  /** Each chunk starts with the same head, wanted once. */
  | { readonly head: HeadKind }
  /** Each chunk names the columns and counts its progress from zero. */
  | 'progress'
  /** The format has a frame around all rows: the engine must write it in one piece. */
  | 'whole';

/** What a repeated head consists of. */
export type HeadKind =
  | 'one-line'
  | 'two-lines'
  | 'one-csv-record'
  | 'two-csv-records'
  | 'binary-names'
  | 'binary-types';

export interface OutputFormat {
  readonly name: string;
  readonly contentType: string;
  readonly joining: Joining;
}

const PLAIN = [
  'TabSeparated TSV TabSeparatedRaw TSVRaw Raw LineAsString TSKV CSV RowBinary Native MsgPack',
  'JSONEachRow JSONLines JSONL NDJSON JSONStringsEachRow JSONCompactEachRow JSONCompactStringsEachRow',
];
/** Formats with one line per head row. The raw ones are not among them: their column names may hold line feeds. */
const LINED = 'TabSeparated TSV JSONCompactEachRow JSONCompactStringsEachRow';

const PROGRESS_REPORTING = 'JSONEachRow JSONStringsEachRow JSONCompactEachRow JSONCompactStringsEachRow';

const JOININGS = new Map<string, Joining>([
  ...PLAIN.join(' ')
    .split(' ')
    .map((name): [string, Joining] => [name, 'plain']),
  ...LINED.split(' ').map((name): [string, Joining] => [`${name}WithNames`, { head: 'one-line' }]),
  ...LINED.split(' ').map((name): [string, Joining] => [`${name}WithNamesAndTypes`, { head: 'two-lines' }]),
  ...PROGRESS_REPORTING.split(' ').map((name): [string, Joining] => [`${name}WithProgress`, 'progress']),
  ['CSVWithNames', { head: 'one-csv-record' }],
  ['CSVWithNamesAndTypes', { head: 'two-csv-records' }],
  ['RowBinaryWithNames', { head: 'binary-names' }],
  ['RowBinaryWithNamesAndTypes', { head: 'binary-types' }],
]);

const FALLBACK_CONTENT_TYPE = 'text/plain; charset=UTF-8';

/** The engine's formats, found by name without regard to case, as the engine itself does. */
export class FormatCatalogue {
  readonly #byName: ReadonlyMap<string, OutputFormat>;
  readonly #known: ReadonlySet<string>;

  private constructor(byName: ReadonlyMap<string, OutputFormat>, formatNames: ReadonlySet<string>) {
    this.#byName = byName;
    this.#known = formatNames;
  }

  /** Reads `name, content_type, is_output` of `system.formats` as TabSeparated. */
  static parse(rows: string): FormatCatalogue {
    const byName = new Map<string, OutputFormat>();
    const formatNames = new Set<string>();
    for (const line of rows.split('\n')) {
      const [name, contentType, isOutput] = line.split('\t');
      if (name === undefined || name === '') continue;
      formatNames.add(name.toLowerCase());
      if (isOutput !== '1') continue;
      const joining = JOININGS.get(name) ?? 'whole';
      byName.set(name.toLowerCase(), { name, contentType: contentType || FALLBACK_CONTENT_TYPE, joining });
    }
    return new FormatCatalogue(byName, formatNames);
  }

  /** True for input and output formats alike. */
  isKnown(name: string): boolean {
    return this.#known.has(name.toLowerCase());
  }

  /** The output format of that name; for an unknown one a placeholder, whose use the engine then refuses. */
  output(name: string): OutputFormat {
    return this.#byName.get(name.toLowerCase()) ?? { name, contentType: FALLBACK_CONTENT_TYPE, joining: 'whole' };
  }
}
