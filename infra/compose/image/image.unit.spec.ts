import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../../adapters/src/config/variables.ts';
import { commandPrograms } from '../../operations/command/command-programs.ts';
import { furtherPrograms, programs } from '../../operations/start/programs.ts';
import { contextFiles } from './context-files.ts';
import { type ImageWorld, imageProblems } from './image-problems.ts';
import { readDockerfile } from './read-dockerfile.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('infra/compose/Dockerfile');
const { scripts } = JSON.parse(read('package.json')) as Pick<ImageWorld, 'scripts'>;
const defaults: Readonly<Record<string, unknown>> = readEnvironment({});
const variables = Object.fromEntries(Object.keys(environmentSchema.shape).map((name) => [name, defaults[name]]));

/** By command of npm, which takes half a second to say them. */
const flags = new Map<string, readonly string[]>();
function npmFlags(command: string): readonly string[] {
  const cached = flags.get(command);
  if (cached !== undefined) return cached;
  const { stdout } = spawnSync('npm', [command, '-h'], { encoding: 'utf8' });
  const listed = stdout.includes(`npm ${command}`) ? [...stdout.matchAll(/--[a-z-]+/g)].map(([flag]) => flag) : [];
  flags.set(command, listed);
  return listed;
}

const world: ImageWorld = {
  files: contextFiles(root),
  scripts,
  npmFlags,
  variables,
  // Of Node and its packages, and of what looks for Temporal's server.
  otherVariables: ['NODE_ENV', 'XDG_CACHE_HOME'],
  needed: [
    'infra/operations/bootstrap.mjs',
    'package-lock.json',
    '.npmrc',
    'tsconfig.json',
    'web/vite.config.ts',
    ...Object.values({ ...programs, ...furtherPrograms, ...commandPrograms }),
  ],
};
const problemsOf = (text: string, changed: Partial<ImageWorld> = {}): string[] =>
  imageProblems(readDockerfile(text), { ...world, ...changed });

describe('the image', () => {
  it('can be made of what there is, runs the product as nobody in particular and writes into its volume alone', () => {
    expect(problemsOf(dockerfile)).toEqual([]);
  });

  it('has the Node that people are told to use', () => {
    expect(read('.nvmrc').trim()).toBe(/ARG NODE=(\d+)-/.exec(dockerfile)?.[1]);
  });

  it.each([
    ['COPY . .', 'COPY gone .', 'COPY: there is no gone'],
    ['--from=build', '--from=built', 'COPY: there is no stage built'],
    ['npm run build', 'npm run make', 'RUN: there is no script make'],
    ['npm ci --ignore-scripts', 'npm ci --no-scripts', 'RUN: npm ci does not know --scripts'],
    ['mkdir /data', 'install -d /data', 'RUN: install may be missing in the image'],
    ['ENV HOST=', 'ENV ADDRESS=', 'ENV: nothing reads ADDRESS'],
    ['CMD ["start"]', 'CMD ["serve"]', 'CMD: no script runs node infra/operations/bootstrap.mjs serve'],
    ['EXPOSE 8080', 'EXPOSE 80', 'EXPOSE: the ports are 8080, 8081, 8082'],
    ['/readyz', '/ready', 'HEALTHCHECK: it asks elsewhere'],
    ['USER 1000:1000', 'USER root', 'USER: root is not a number other than 0, which read-only platforms ask for'],
    ['VOLUME /data', 'VOLUME /app', 'VOLUME: it has to be DATA_DIR and nothing else'],
  ])('that has, in place of %s, %s is noticed', (find, replace, problem) => {
    expect(dockerfile).toContain(find);
    expect(problemsOf(dockerfile.replace(find, replace))).toEqual([problem]);
  });

  it('that a file does not reach is noticed', () => {
    const files = world.files.filter((file) => file !== programs.api);
    expect(problemsOf(dockerfile, { files })).toEqual([`the build does not get ${programs.api}`]);
  });
});
