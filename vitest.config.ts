import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.ts'],
    globalSetup: ['tests/support/databases.ts'],
    // Much of a test is waiting: for PostgreSQL, for child processes, for the disk.
    maxWorkers: 2,
    // A test left alone would keep the others from running, unseen.
    allowOnly: false,
    // What is waited for comes, also on a slow machine; how soon is for the benches to say.
    testTimeout: 120_000,
    // A machine that stalls once must not fail the run; the report still names such a test flaky.
    retry: 1,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
