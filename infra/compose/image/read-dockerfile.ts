/** One step of a Dockerfile. */
export interface Step {
  readonly keyword: string;
  /** `--from=build` and its like, by name. */
  readonly flags: ReadonlyMap<string, string>;
  /** What follows them. */
  readonly text: string;
  /** The words, where they are written as a list of JSON. */
  readonly words: readonly string[] | undefined;
}

/** The steps from one `FROM` to the next. */
export interface Stage {
  /** The image it begins with. */
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly Step[];
}

/**
 * Reads the stages of a Dockerfile as far as ours goes: comments, lines that continue, flags, lists of JSON, and arguments before the first
 * stage. Here-documents and other escapes are not read.
 * @throws Error for a step that comes before the first stage.
 */
export function readDockerfile(text: string): Stage[] {
  const stages: { base: string; name: string | undefined; steps: Step[] }[] = [];
  const defaults = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const step = readStep(line);
    if (step.keyword === 'FROM') {
      const [base = '', , name] = step.text.split(/\s+/);
      stages.push({ base: base.replace(/\$\{(\w+)\}/g, (_, key: string) => defaults.get(key) ?? ''), name, steps: [] });
    } else if (stages.length > 0) stages.at(-1)?.steps.push(step);
    else if (step.keyword === 'ARG') {
      const [key = '', value = ''] = step.text.split('=', 2);
      defaults.set(key, value);
    } else throw new Error(`${step.keyword} comes before the first FROM`);
  }
  return stages;
}

function logicalLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
}

const flag = /^--([a-z-]+)=(\S+)\s+/;

function readStep(line: string): Step {
  const [, keyword = '', rest = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
  const flags = new Map<string, string>();
  let text = rest.trim();
  for (let match = flag.exec(text); match !== null; match = flag.exec(text)) {
    const [whole, name = '', value = ''] = match;
    flags.set(name, value);
    text = text.slice(whole.length);
  }
  return { keyword: keyword.toUpperCase(), flags, text, words: readWords(text.replace(/^CMD\s+/, '')) };
}

function readWords(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) ? words.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** The words of the last step of a kind, such as `ENTRYPOINT`. */
export const lastWords = ({ steps }: Stage, keyword: string): readonly string[] =>
  steps.findLast((step) => step.keyword === keyword)?.words ?? [];

/** Variables that a stage sets. */
export function variablesOf({ steps }: Stage): ReadonlyMap<string, string> {
  const set = steps.filter(({ keyword }) => keyword === 'ENV').map(({ text }) => text.split('=', 2));
  return new Map(set.map(([name = '', value = '']) => [name, value]));
}

/** The commands of a `RUN`, in their order. */
export const commandsOf = ({ text }: Step): string[] => text.split('&&').map((command) => command.trim());
