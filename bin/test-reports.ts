import * as z from 'zod/mini'

/** What became of tests: numbers, and the titles of those that somebody should look at. */
export type Counts = { passed: number; failed: number; flaky: string[]; skipped: string[] }

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** Reads the JSON report of Vitest, which runs no test twice. */
export function readVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = vitestSchema.parse(report)
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const skipped = all.filter(({ status }) => !['passed', 'failed'].includes(status))
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    flaky: [],
    skipped: skipped.map(({ fullName }) => fullName),
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
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
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
    failed: stats.unexpected,
    flaky: titled('flaky'),
    skipped: titled('skipped'),
  }
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]
