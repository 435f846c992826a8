import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { testsByCode } from '#bin/rules.ts'
import { type Counts, readPlaywright, readVitest } from '#bin/test-reports.ts'
import { apply, folderOf, type Kind, type Mutation } from './mutations.ts'

type Kinded = Mutation & { kind: Kind }

/** Applies the mutations, runs their tests, and mends them. @returns titles of the tests that failed */
export async function failuresWith(mutations: readonly Kinded[], root: string): Promise<string[]> {
  const mends = mutations.map((mutation) => apply(mutation, root))
  try {
    return await failuresOf(mutations, root)
  } finally {
    for (const mend of mends.toReversed()) mend()
  }
}

/** Runs the tests of the rows in the tree below `root`, as it is. @returns titles of the tests that failed */
export async function failuresOf(mutations: readonly Kinded[], root: string): Promise<string[]> {
  const isBuilt = mutations.some(({ kind }) => kind !== 'unit')
  if (isBuilt && !(await run(root, ['bin/build.ts']))) throw new Error('The build failed')
  const rowsOf = (isScreen: boolean) => [
    ...new Set(
      mutations.filter(({ kind }) => (kind === 'screen') === isScreen).map(({ row }) => row),
    ),
  ]
  return [
    ...(await unitFailures(rowsOf(false), root)),
    ...(await screenFailures(rowsOf(true), root)),
  ]
}

async function unitFailures(rows: string[], root: string): Promise<string[]> {
  if (rows.length === 0) return []
  const report = join(root, 'unit.json')
  // Once is enough: a rule says the same on both databases.
  const titles = `^(?!.*on PostgreSQL).*(${rows.join('|')})`
  const once = ['--retry=0', '--maxWorkers=1', '--reporter=json', `--outputFile.json=${report}`]
  await run(root, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...filesOf(rows, 'unit'),
    '-t',
    titles,
    ...once,
  ])
  return failedIn(report, readVitest)
}

async function screenFailures(rows: string[], root: string): Promise<string[]> {
  if (rows.length === 0) return []
  const report = join(root, 'screen.json')
  const once = ['--retries=0', '--workers=1', '--reporter=line,json', '--grep', rows.join('|')]
  const dataDir = join(root, 'browser-shop')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, BROWSER_TEST_DIR: dataDir }
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...filesOf(rows, 'screen')]
  await run(root, [...command, ...once], env)
  rmSync(dataDir, { recursive: true, force: true })
  return failedIn(report, readPlaywright)
}

/** The test files that cite one of the rows. */
function filesOf(rows: string[], kind: Kind): string[] {
  const tests = testsByCode()
  const files = rows.flatMap((row) => tests.get(row) ?? [])
  return [...new Set(files.filter((file) => file.startsWith(folderOf(kind))))]
}

function failedIn(report: string, read: (report: unknown) => Counts): string[] {
  const { passed, failed } = read(JSON.parse(readFileSync(report, 'utf8')))
  rmSync(report)
  if (passed + failed.length === 0) throw new Error('No test has run')
  return failed
}

/** Runs a script of the tree with this Node; its output goes to `rows.log` there. @returns whether it succeeded */
async function run(root: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const log = createWriteStream(join(root, 'rows.log'), { flags: 'a' })
  await once(log, 'open')
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const stdio = ['ignore', log, log] as const
  const child = spawn(process.execPath, args, {
    ...{ cwd: root, stdio: [...stdio], env: { ...process.env, PATH, ...env } },
  })
  const [code] = await once(child, 'close')
  log.end()
  return code === 0
}
