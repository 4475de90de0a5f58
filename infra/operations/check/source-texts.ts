import { existsSync, readFileSync } from 'node:fs';
import type { CheckResult } from './run-tool.ts';
import { runTool } from './run-tool.ts';

/** A rule about what may be where in the source, that no import graph can see. */
interface TextRule {
  readonly name: string;
  readonly forbidden: RegExp;
  readonly allowedIn?: RegExp;
  /** Files that the rule is about; absent: all. */
  readonly appliesTo?: RegExp;
}

/** Specs, and what only specs use. */
const specs = /\.spec\.tsx?$|^tests\/|\/testing\//;

const rules: readonly TextRule[] = [
  {
    name: 'environment variables have one reader',
    forbidden: /\bprocess\.env\b/,
    // The embedded nodes and the simulator are programs of their own, with one reader each; so is the set-up of tests.
    allowedIn:
      /^infra\/adapters\/src\/config\/|\/environment\.ts$|^infra\/operations\/bootstrap\.mjs$|^tests\/|^infra\/operations\/test\/time-factor\.ts$|^web\/vitest\.component\.config\.ts$|^infra\/engines\/[a-z]+\/(src\/(main|thread-pool)|bench)\.ts$/,
  },
  {
    name: 'SQL stays with its tables',
    forbidden: /['"`]\s*(SELECT|INSERT INTO|CREATE TABLE|ALTER TABLE|EXCHANGE TABLES|WITH \w+ AS \()\s/,
    allowedIn:
      /^projections\/.*\.(queries|projection|sql)\.ts$|^projections\/schema\/|^infra\/engines\/clickhouse\/|^infra\/adapters\/src\/clickhouse\//,
  },
  {
    name: 'addresses of outside services are configuration',
    forbidden: /(api\.searchads|appleid|api-adservices|api\.appstoreconnect|itunes)\.apple\.com|\/eurofxref/,
    allowedIn:
      /^infra\/adapters\/src\/(config|apple)\/|^infra\/simulators\/apple\/|^infra\/operations\/(start\/parts|check\/source-texts)\.ts$/,
  },
  {
    name: 'a story has no clock and no chance of its own',
    forbidden: /\bDate\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bperformance\b|\bcrypto\b/,
    appliesTo: /\.story\.ts$/,
  },
  {
    // The domain's entry names its contexts; each of them lists what it exports.
    name: 'named exports only',
    forbidden: /^export \* from/m,
    allowedIn: /^domain\/src\/index\.ts$/,
  },
];

/** Files that may be longer than 300 lines, each with its reason. */
const longFiles: Readonly<Record<string, string>> = {};
const longest = 300;

/** Checks every tracked source file against the text rules and the length limit. */
export async function checkSourceTexts(root: string): Promise<CheckResult> {
  const listed = await runTool('list', 'git', ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard']);
  const files = listed.output.split('\n').filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(file));
  const problems = files.flatMap((file) => textProblems(file, readFileSync(file, 'utf8')));
  return {
    name: 'source texts',
    ok: listed.ok && files.length > 0 && problems.length === 0,
    output: listed.ok ? problems.join('\n') : listed.output,
    millis: listed.millis,
  };
}

const isSubject = ({ allowedIn, appliesTo }: TextRule, file: string): boolean =>
  allowedIn?.test(file) !== true && appliesTo?.test(file) !== false;

/** Rules that a source file breaks, one a line. @param file Path in the repository. */
export function textProblems(file: string, text: string): string[] {
  const lines = text.split('\n').length - 1;
  const broken = rules
    .filter((rule) => !specs.test(file) && isSubject(rule, file) && rule.forbidden.test(text))
    .map((rule) => `${file}: ${rule.name}`);
  return lines > longest && !specs.test(file) && longFiles[file] === undefined
    ? [...broken, `${file}: ${lines} lines`]
    : broken;
}
