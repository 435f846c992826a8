import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Threads and commands that tests start load the same modules each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Files that take longest, as many of their tests start and kill processes. */
const LONGEST =
  /\/(editors-faults|faults-crash|hostile-files|publish|crashed-publish|published-again|sockets|desk|interrupted-lists|guest-merge|faults-database|beside-shoppers|request-cost|random-days|cart-devices)\.test\.ts$/

/** What takes longest begins first: at the end nothing is left for one core alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const TESTS = 'tests/unit/**/*.test.ts'
const BROWSER_CODE = ['tests/unit/{stores,islands}/**/*.test.ts']

export default defineConfig({
  test: {
    // Loading the same modules for each file anew was a third of the run.
    projects: [
      {
        extends: true,
        test: { name: 'server', isolate: false, include: [TESTS], exclude: BROWSER_CODE },
      },
      // Code of the browser keeps its state in modules, and what stands for the browser is global.
      { extends: true, test: { name: 'browser code', include: BROWSER_CODE } },
    ],
    globalSetup: ['tests/support/databases/databases.ts'],
    sequence: { sequencer: LongestFirst },
    // Much of a test is waiting: for PostgreSQL, for child processes, for the disk.
    maxWorkers: 2,
    // A test left alone would keep the others from running, unseen.
    allowOnly: false,
    // What is waited for comes, also on a slow machine; how soon is for the benches to say.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A machine that stalls once must not fail the run; the report still names such a test flaky.
    retry: 1,
    expect: { poll: { timeout: 20_000 } },
  },
})
