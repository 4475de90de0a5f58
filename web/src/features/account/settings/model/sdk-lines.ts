/** The pages of the docs, which are the home of the lines. */
const pages = import.meta.glob<string>(
  ['../../../../../content/docs/*_sdk_integration.md', '../../../../../content/docs/sdk_http_calls.md'],
  { query: '?raw', import: 'default', eager: true },
);

/** A language an app may be written in, and the page of the docs about it. */
export interface SdkLanguage {
  readonly name: string;
  readonly page: string;
}

export const sdkLanguages: readonly SdkLanguage[] = [
  { name: 'Swift', page: 'swift_sdk_integration' },
  { name: 'Objective-C', page: 'objc_sdk_integration' },
  { name: 'React Native', page: 'rn_sdk_integration' },
  { name: 'Flutter', page: 'flutter_sdk_integration' },
  { name: 'Unity', page: 'unity_sdk_integration' },
  { name: 'Xamarin', page: 'xamarin_sdk_integration' },
  { name: 'HTTP', page: 'sdk_http_calls' },
];

/** What an application's line holds; what is `null` stays as the docs write it. */
export interface LineFacts {
  readonly apiKey: string | null;
  readonly url: string | null;
}

/** What stands for the key and the address in the docs; shells take theirs from variables. */
const keyMarks = ['YOUR_API_KEY', `'"$TAPWISE_API_KEY"'`] as const;
const urlMarks = ['https://ingest.example.com', '$TAPWISE_INGEST_URL'] as const;

/** The first code of the docs about a language, with an application's own key and address. @throws RangeError for a page without code. */
export function sdkLine({ page }: SdkLanguage, { apiKey, url }: LineFacts): string {
  const text = pages[`../../../../../content/docs/${page}.md`] ?? '';
  const code = /^```\w+[^\n]*\n([\s\S]*?)\n```$/m.exec(text)?.[1];
  if (code === undefined) throw new RangeError(`The page ${page} has no code`);
  return withFact(withFact(code, keyMarks, apiKey), urlMarks, url);
}

const withFact = (code: string, marks: readonly string[], fact: string | null): string =>
  fact === null ? code : marks.reduce((text, mark) => text.replaceAll(mark, () => fact), code);
