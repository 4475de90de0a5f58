import { dirname } from 'node:path';
import { commandsOf, lastWords, type Stage, type Step, variablesOf } from './read-dockerfile.ts';

/** What the steps of an image rely on. */
export interface ImageWorld {
  /** Files that the build gets, relative to the checkout. */
  readonly files: readonly string[];
  /** Scripts of `package.json`. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The flags that a command of npm knows, as its help says. */
  readonly npmFlags: (command: string) => readonly string[];
  /** Variables that the product reads, with their defaults. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Variables that others read. */
  readonly otherVariables: readonly string[];
  /** Files that the image's command needs. */
  readonly needed: readonly string[];
}

/** Commands of every Linux. */
const systemCommands: ReadonlySet<string> = new Set(['mkdir', 'chown']);

/** What of an image can no longer be built or run, one sentence each. */
export function imageProblems(stages: readonly Stage[], world: ImageWorld): string[] {
  const last = stages.at(-1);
  if (last === undefined) return ['there is no stage'];
  return [
    ...stages.flatMap((stage) => stage.steps.flatMap((step) => stepProblems(step, stages, world))),
    ...variableProblems(last, world),
    ...commandProblems(last, world),
    ...safetyProblems(last, world),
    ...world.needed.filter((file) => !world.files.includes(file)).map((file) => `the build does not get ${file}`),
  ];
}

function stepProblems(step: Step, stages: readonly Stage[], world: ImageWorld): string[] {
  if (step.keyword === 'COPY') return copyProblems(step, stages, world);
  if (step.keyword === 'RUN') return commandsOf(step).flatMap((command) => runProblems(command, world));
  return [];
}

function copyProblems(step: Step, stages: readonly Stage[], { files }: ImageWorld): string[] {
  const sources = step.text.split(/\s+/).slice(0, -1);
  const from = step.flags.get('from');
  const stage = from === undefined ? undefined : stages.find(({ name }) => name === from);
  if (from !== undefined && stage === undefined) return [`COPY: there is no stage ${from}`];
  const made = stage?.steps.filter(({ keyword }) => keyword === 'WORKDIR').map(({ text }) => text);
  const isThere = (source: string): boolean =>
    made === undefined
      ? source === '.' || files.some((file) => file === source || file.startsWith(`${source}/`))
      : made.includes(source);
  return sources.filter((source) => !isThere(source)).map((source) => `COPY: there is no ${source}`);
}

function runProblems(command: string, { scripts, npmFlags }: ImageWorld): string[] {
  const [program = '', verb = '', ...rest] = command.split(/\s+/);
  if (program !== 'npm') return systemCommands.has(program) ? [] : [`RUN: ${program} may be missing in the image`];
  if (verb === 'run') return scripts[rest[0] ?? ''] === undefined ? [`RUN: there is no script ${rest[0]}`] : [];
  const flags = npmFlags(verb);
  if (flags.length === 0) return [`RUN: npm has no command ${verb}`];
  const names = rest.map((word) => word.replace(/=.*$/, '').replace(/^--no-/, '--'));
  const unknown = names.filter((name) => !flags.includes(name) && !flags.includes(name.replace(/^--/, '--no-')));
  return unknown.map((name) => `RUN: npm ${verb} does not know ${name}`);
}

function variableProblems(stage: Stage, { variables, otherVariables }: ImageWorld): string[] {
  const readNames = [...Object.keys(variables), ...otherVariables];
  return [...variablesOf(stage).keys()]
    .filter((name) => !readNames.includes(name))
    .map((name) => `ENV: nothing reads ${name}`);
}

/** The image runs what the script of the same name does, and looks at an address that it answers. */
function commandProblems(stage: Stage, { scripts, variables }: ImageWorld): string[] {
  const command = [...lastWords(stage, 'ENTRYPOINT'), ...lastWords(stage, 'CMD')].join(' ');
  const script = scripts[lastWords(stage, 'CMD')[0] ?? ''];
  const exposed = stage.steps.filter(({ keyword }) => keyword === 'EXPOSE').flatMap(({ text }) => text.split(/\s+/));
  const ports = ['PORT', 'INGEST_PORT', 'SQL_PORT'].map((name) => String(variables[name]));
  const looksAt = lastWords(stage, 'HEALTHCHECK').join(' ');
  return [
    ...(script === `exec ${command}` ? [] : [`CMD: no script runs ${command}`]),
    ...(exposed.join() === ports.join() ? [] : [`EXPOSE: the ports are ${ports.join(', ')}`]),
    ...(looksAt.includes(`PORT || ${ports[0]}}/readyz`) ? [] : ['HEALTHCHECK: it asks elsewhere']),
  ];
}

/** It runs as nobody in particular, and all that it writes is in its one volume. */
function safetyProblems(stage: Stage, { files }: ImageWorld): string[] {
  const textOf = (keyword: string) => stage.steps.filter((step) => step.keyword === keyword).map(({ text }) => text);
  const [user = 'root'] = textOf('USER').slice(-1);
  const variables = variablesOf(stage);
  const dataDir = variables.get('DATA_DIR') ?? '';
  const [volume = '', ...more] = textOf('VOLUME');
  const cache = dirname(variables.get('XDG_CACHE_HOME') ?? '');
  const develops = files.filter((file) => /\.spec\.tsx?$|^(tests|docs)\/.*\.ts$/.test(file));
  return [
    ...(/^[1-9]/.test(user) ? [] : [`USER: ${user} is not a number other than 0, which read-only platforms ask for`]),
    ...(volume === dataDir && more.length === 0 ? [] : ['VOLUME: it has to be DATA_DIR and nothing else']),
    ...(cache === dataDir ? [] : ['ENV: the cache is not in the volume']),
    ...develops.map((file) => `the build gets ${file}, which nothing there uses`),
  ];
}
