import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserPath } from '#bin/browser-path.mjs'

const PORT = Number(process.env['BROWSER_TEST_PORT'] ?? 4330)
const executablePath = browserPath()
// One folder for the run: the config is read again by every worker.
process.env['BROWSER_TEST_DIR'] ??= mkdtempSync(join(tmpdir(), 'kirana-browser-'))

export default defineConfig({
  testDir: 'tests/browser',
  workers: 2,
  fullyParallel: true,
  // What is waited for comes, also on a slow machine and beside checks.
  timeout: 180_000,
  // Longer than a change waits that failed in the moment in which the network came back (S-203).
  expect: { timeout: 45_000, toPass: { intervals: [20, 50, 100, 100, 250] } },
  forbidOnly: true,
  // A machine that stalls once must not fail the run; the report still names such a test flaky.
  retries: 1,
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${PORT}`,
    trace: 'on-first-retry',
    // What a worker answers passes by the routes that tests lay; it has tests of its own.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node tests/browser/kit/serve.ts',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 180_000,
    env: {
      PORT: String(PORT),
      PUBLIC_URL: `http://localhost:${PORT}`,
      DATA_DIR: process.env['BROWSER_TEST_DIR'],
      LOG_LEVEL: 'silent',
      // The numbered rules are shown with the guards of the specification; guests have a shop of their own.
      CART_GATE: 'signin',
      RATE_SCALE: '1000',
      CASH_ON_DELIVERY: 'yes',
      // Accounts of these tests are made in a moment.
      CASH_UNCONFIRMED: 'yes',
      // One of them fills two pages of orders, and may be tried again.
      CASH_OPEN_ORDERS: '200',
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
