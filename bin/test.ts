// Everything that `npm test` checks, one step after the other, and at the end one line that counts.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { buildIfStale } from './build.ts'

const ROOT = join(import.meta.dirname, '..')
const totals = { passed: 0, failed: 0 }

function run(title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n— ${title}`)
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
  return status === 0
}

/** A check that passes or fails as a whole. */
function check(title: string, command: string, args: string[]): void {
  if (run(title, command, args)) totals.passed++
  else totals.failed++
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
})

function addReport(
  file: string,
  isOk: boolean,
  count: (report: unknown) => [number, number],
): void {
  try {
    const [passed, failed] = count(JSON.parse(readFileSync(file, 'utf8')))
    totals.passed += passed
    totals.failed += isOk ? failed : Math.max(1, failed)
  } catch {
    totals.failed++
  }
  rmSync(file, { force: true })
}

function unitTests(): void {
  const file = join(tmpdir(), `kirana-unit-${process.pid}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const isOk = run('Unit and database tests', 'vitest', ['run', ...reporters])
  addReport(file, isOk, (report) => {
    const { numPassedTests, numFailedTests } = vitestReport.parse(report)
    return [numPassedTests, numFailedTests]
  })
}

function browserTests(): void {
  const file = join(tmpdir(), `kirana-browser-${process.pid}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const isOk = run('Browser tests', 'playwright', ['test', '--reporter=line,json'], env)
  addReport(file, isOk, (report) => {
    const { stats } = playwrightReport.parse(report)
    // Flaky ones passed at the second try; the report above names them.
    return [stats.expected + stats.flaky, stats.unexpected]
  })
}

buildIfStale()
check('Format', 'prettier', ['--check', '.'])
check('Lint', 'eslint', ['.', '--max-warnings', '0'])
check('Types', 'astro', ['check'])
check('Dead code', 'knip', [])
check('Size', 'node', ['bin/size.ts'])
unitTests()
browserTests()

console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
