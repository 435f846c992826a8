import * as z from 'zod/mini'

/** What became of tests: how many passed, and the titles of those that somebody should look at. */
export type Counts = { passed: number; failed: string[]; flaky: string[]; skipped: string[] }

const vitestSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

/**
 * Reads the JSON report of Vitest; a flaky test passed, and yet left the message of a first try. A
 * file that could not be loaded counts as one test that failed.
 */
export function readVitest(report: unknown): Counts {
  const { numPassedTests, testResults } = vitestSchema.parse(report)
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const titled = (wanted: (test: (typeof all)[number]) => boolean) =>
    all.filter(wanted).map(({ fullName }) => fullName)
  const unread = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: [...titled(({ status }) => status === 'failed'), ...unread.map(({ name }) => name)],
    flaky: titled(
      ({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0,
    ),
    skipped: titled(({ status }) => !['passed', 'failed'].includes(status)),
  }
}

type Suite = {
  specs: { title: string; file: string; tests: { status: string }[] }[]
  suites?: Suite[] | undefined
}

const suiteSchema: z.ZodMiniType<Suite> = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(z.object({ status: z.string() })),
    }),
  ),
  suites: z.optional(z.array(z.lazy(() => suiteSchema))),
})
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
})

/** Reads the JSON report of Playwright; flaky is what passed at its second try only. */
export function readPlaywright(report: unknown): Counts {
  const { stats, suites } = playwrightSchema.parse(report)
  const specs = suites.flatMap(specsOf)
  const titled = (wanted: string) =>
    specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, title }) => `${file}: ${title}`)
  return {
    passed: stats.expected + stats.flaky,
    failed: titled('unexpected'),
    flaky: titled('flaky'),
    skipped: titled('skipped'),
  }
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]
