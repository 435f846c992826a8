// What `npm test` runs: all checks and tests, in parallel where they do not depend on each other,
// with a summary at the end.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, readPlaywright, readVitest } from './test-reports.ts'
import { runStep, type StepOptions } from './test-step.ts'

/** With `--strict`, a flaky or skipped test fails the run. */
const isStrict = process.argv.includes('--strict')
const total: Counts = { passed: 0, failed: [], flaky: [], skipped: [] }

/** Runs a check that passes or fails as a whole. */
async function check(
  title: string,
  command: string,
  args: string[],
  options?: StepOptions,
): Promise<void> {
  if (await runStep(title, command, args, options)) total.passed++
  else total.failed.push(title)
}

/** Runs tests, and counts them from the report that their runner writes to a file. */
async function tests(
  title: string,
  read: (report: unknown) => Counts,
  run: (file: string) => Promise<boolean>,
): Promise<void> {
  const file = join(tmpdir(), `kirana-${process.pid}-${title.split(' ')[0]}.json`)
  const isOk = await run(file)
  try {
    const { passed, failed, flaky, skipped } = read(JSON.parse(readFileSync(file, 'utf8')))
    total.passed += passed
    total.failed.push(...failed)
    // An error outside of all tests fails the run too.
    if (!isOk && failed.length === 0) total.failed.push(title)
    total.flaky.push(...flaky)
    total.skipped.push(...skipped)
  } catch (error) {
    console.error(`${title} left no report: ${String(error)}`)
    total.failed.push(title)
  }
  rmSync(file, { force: true })
}

const unitTests = () =>
  tests('Unit tests', readVitest, (file) =>
    runStep('Unit tests', 'vitest', [
      'run',
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    ]),
  )

const browserTests = () =>
  tests('Browser tests', readPlaywright, (file) =>
    runStep('Browser tests', 'playwright', ['test', '--reporter=line,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
  )

// Checks are busy all the time, so they only take what the tests, which wait a lot, leave of the
// cores.
const GIVES_WAY: StepOptions = { niceness: 10 }

async function checksOfSources(): Promise<void> {
  await check('Format', 'prettier', ['--check', '--cache', '--log-level=warn', '.'], GIVES_WAY)
  await check('Dead code', 'knip', [], GIVES_WAY)
}

/** These need the Astro types that a build writes. */
async function checksOfTypes(): Promise<void> {
  await check('Types', 'oxlint', [], GIVES_WAY)
  await check('Types of pages', 'astro', ['check', '--tsconfig', 'tsconfig.astro.json'], GIVES_WAY)
  await check('Lint', 'eslint', ['.', '--max-warnings', '0'], GIVES_WAY)
}

function report(kind: string, titles: string[]): void {
  for (const title of titles) console.log(`${kind}: ${title}`)
}

const sources = checksOfSources()
if (await runStep('Build', 'node', ['bin/build.ts'])) {
  const types = sources.then(checksOfTypes)
  await Promise.all([unitTests(), check('Size', 'node', ['bin/size.ts'])])
  // Browser tests run alone: a busy machine would delay what they wait for on the screen.
  await browserTests()
  await types
} else {
  total.failed.push('Build')
  await sources
}
report('failed', total.failed)
report('flaky', total.flaky)
report('skipped', total.skipped)
const [flaky, skipped] = [total.flaky.length, total.skipped.length]
if (flaky + skipped > 0) console.log(`${flaky} flaky, ${skipped} skipped`)
console.log(`\n${total.passed} passed, ${total.failed.length} failed`)
const isOk = total.failed.length === 0 && !(isStrict && flaky + skipped > 0)
process.exit(isOk ? 0 : 1)
