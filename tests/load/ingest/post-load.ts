import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { processorSecondsOf } from '../measuring/machine.ts';
import type { PostCount, PostOrder } from './post-generator.ts';

/** A process of a measurement, by the name it is printed under. */
export interface MeasuredProcess {
  readonly name: string;
  readonly pid: number;
}

/** What one flood of posts cost. */
export interface FloodFigures {
  readonly answered: number;
  readonly perSecond: number;
  /** Microseconds of processor time for one post, by process; those of the generators are one figure. */
  readonly costs: ReadonlyMap<string, number>;
}

export interface PostLoad {
  /** Lets all generators post at once and measures what the processes use meanwhile. */
  flood(order: PostOrder, processes: readonly MeasuredProcess[]): Promise<FloodFigures>;
  stop(): void;
}

/** Starts processes that post. @param count How many; they share the callers of an order. */
export function startPostLoad(count: number): PostLoad {
  const file = join(import.meta.dirname, 'post-generator.ts');
  const generators = Array.from({ length: count }, (_, number): Generator => {
    const child = spawn(process.execPath, ['--import', 'tsx', file, String(number)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit').then((): never => {
      throw new Error('A load generator ended');
    });
    // Only a flood that is under way cares.
    ended.catch(() => undefined);
    return { child, ended, lines: createInterface(child.stdout) };
  });
  return {
    flood: async (order, processes) => {
      const share = { ...order, callers: Math.ceil(order.callers / count) };
      const before = processes.map(({ pid }) => processorSecondsOf(pid));
      const counts = await Promise.all(generators.map((generator) => post(generator, share)));
      const answered = counts.reduce((sum, postCount) => sum + postCount.answered, 0);
      const costs = new Map<string, number>();
      for (const [index, { name, pid }] of processes.entries()) {
        costs.set(name, ((processorSecondsOf(pid) - (before[index] ?? 0)) / answered) * 1e6);
      }
      const generating = counts.reduce((sum, postCount) => sum + postCount.processorSeconds, 0);
      costs.set('load generators', (generating / answered) * 1e6);
      return { answered, perSecond: answered / Math.max(...counts.map(({ seconds }) => seconds)), costs };
    },
    stop: () => {
      for (const { child } of generators) child.kill('SIGTERM');
    },
  };
}

interface Generator {
  readonly child: ChildProcess;
  readonly lines: Interface;
  readonly ended: Promise<never>;
}

async function post({ child, lines, ended }: Generator, order: PostOrder): Promise<PostCount> {
  const response = once(lines, 'line') as Promise<[string]>;
  child.stdin?.write(`${JSON.stringify(order)}\n`);
  const [line] = await Promise.race([response, ended]);
  return JSON.parse(line) as PostCount;
}
