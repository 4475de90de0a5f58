import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files first: begun last, they would be waited for alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('.faults.spec.ts');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** One set-up for every level; a level is chosen by the names of the spec files. Forks only: the engine dies in threads. */
export default defineConfig({
  test: {
    include: ['**/*.{unit,int,contract,replay,faults}.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
