import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.ts'],
    globalSetup: ['tests/unit/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
