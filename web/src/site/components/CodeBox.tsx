import styles from './text.module.css';

const names: Readonly<Record<string, string>> = {
  json: 'JSON',
  sh: 'Shell',
  ts: 'TypeScript',
  swift: 'Swift',
  python: 'Python',
  go: 'Go',
  sql: 'SQL',
  objc: 'Objective-C',
  js: 'JavaScript',
  dart: 'Dart',
  csharp: 'C#',
  http: 'HTTP',
  csv: 'CSV',
};

/** Code with the name of its language; the site's script makes its button copy it. */
export function CodeBox({ language, code }: { language: string; code: string }) {
  return (
    <figure className={styles.codeBox}>
      <figcaption>
        {names[language] ?? 'Text'}
        <button type="button" data-copies hidden>
          Copy
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
