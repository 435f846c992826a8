import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

/**
 * The result of a test run: how many tests passed, the titles of the others, and why flaky ones
 * failed at first.
 */
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
 * Reads a JSON report of Vitest. A flaky test has passed, but has the message of a failed first
 * try. A file that could not be loaded counts as one failed test.
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
    flaky: all.flatMap(({ status, fullName, failureMessages }) =>
      status === 'passed' && failureMessages?.[0] ? [withReason(fullName, failureMessages[0])] : [],
    ),
    skipped: titled(({ status }) => !['passed', 'failed'].includes(status)),
  }
}

/** Maximum number of lines of a message; a diff of objects can be as long as a page. */
const REASON_LINES = 30

/**
 * Adds the message to a flaky test's title: it is the only trace of the failure, which may not
 * recur for a hundred runs.
 */
function withReason(title: string, message = 'no message'): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, REASON_LINES)
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

type Suite = {
  specs: {
    title: string
    file: string
    tests: { status: string; results: { errors: { message?: string | undefined }[] }[] }[]
  }[]
  suites?: Suite[] | undefined
}

const suiteSchema: z.ZodMiniType<Suite> = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(
            z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) }),
          ),
        }),
      ),
    }),
  ),
  suites: z.optional(z.array(z.lazy(() => suiteSchema))),
})
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
})

/** Reads a JSON report of Playwright; a flaky test passed only on its second try. */
export function readPlaywright(report: unknown): Counts {
  const { stats, suites } = playwrightSchema.parse(report)
  const specs = suites.flatMap(specsOf)
  const of = (wanted: string) =>
    specs.filter(({ tests }) => tests.some(({ status }) => status === wanted))
  const titled = (wanted: string) => of(wanted).map(({ file, title }) => `${file}: ${title}`)
  const firstError = ({ tests }: Suite['specs'][number]) =>
    tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message
  return {
    passed: stats.expected + stats.flaky,
    failed: titled('unexpected'),
    flaky: of('flaky').map((spec) => withReason(`${spec.file}: ${spec.title}`, firstError(spec))),
    skipped: titled('skipped'),
  }
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]
