import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** What a suite's own JSON report says: how many tests passed, and each that did not, with its message. */
export interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly test: string;
  readonly message: string;
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })) })),
});

interface PlaywrightSuite {
  readonly specs?: z.infer<typeof specSchema>[] | undefined;
  readonly suites?: PlaywrightSuite[] | undefined;
}

const suiteSchema: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema).optional(), suites: z.array(suiteSchema).optional() }),
);

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
});

const none: Results = { passed: 0, failed: 0, failures: [] };

/** Results of a run of vitest; nothing when the run ended before it wrote its report. */
export function readVitest(file: string): Results {
  if (!existsSync(file)) return none;
  const report = vitestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((assertionResult) => assertionResult.status === 'failed');
    // A file that could not be loaded has no tests.
    if (failed.length === 0 && status === 'failed') return [{ test: name, message: message ?? '' }];
    return failed.map((test) => ({ test: `${name} > ${test.fullName}`, message: test.failureMessages?.[0] ?? '' }));
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

/** Results of the stories. One that passed at its second try counts as failed. */
export function readPlaywright(file: string): Results {
  if (!existsSync(file)) return none;
  const { stats, suites } = playwrightSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const failures = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file: name, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => (error ? [error.message] : [])));
      return { test: `${name} > ${title}`, message: errors[0] ?? '' };
    });
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}

function specsOf(suite: PlaywrightSuite): z.infer<typeof specSchema>[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}
