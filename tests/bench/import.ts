import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEGABYTES, SECONDS, withBudget } from './budget.ts'
import { COLUMNS, productLine, writeProducts } from './synthetic.ts'

/** Budgets in seconds: for 25,000 rows until all are live, and for one row. */
const MAX_S = { all: 40, one: 1.5 }
const MAX_MEMORY_MB = 512

/**
 * Times the whole `shop import` command: a large file, the same file again, and then one changed
 * row of it.
 */
export async function benchImport(count = 25_000): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const file = join(dataDir, 'many.csv')
  await writeProducts(file, count)
  await timed(`import of ${count} rows, published`, ['import', file, '--new'], dataDir, MAX_S.all)
  await timed('the same file again', ['import', file], dataDir, MAX_S.all)
  const one = join(dataDir, 'one.csv')
  for (const pricePaise of [12_300, 12_400, 12_500]) {
    writeFileSync(one, `${COLUMNS}\n${productLine(5, pricePaise)}\n`)
    await timed('import of one changed row, whole command', ['import', one], dataDir, MAX_S.one)
  }
  rmSync(dataDir, { recursive: true, force: true })
}

async function timed(title: string, args: string[], dataDir: string, most: number): Promise<void> {
  const start = performance.now()
  const answer = await run(args, dataDir)
  const seconds = (performance.now() - start) / 1000
  const peak = withBudget(answer.peak, { most: MAX_MEMORY_MB }, MEGABYTES)
  console.log(
    `${title}: ${withBudget(seconds, { most }, SECONDS)}, peak memory ${peak}; ${answer.counts}`,
  )
}

/**
 * Runs the command with a wrapper that reports peak memory at its end.
 * @returns the peak in MB, and the command's counts
 */
function run(args: string[], dataDir: string): Promise<{ peak: number; counts: string }> {
  const wrapper = './tests/support/tell-peak.ts'
  // The same flag as `npm run shop`.
  const command = ['--max-semi-space-size=4', '--import', wrapper, 'bin/shop.ts', ...args, '--json']
  return new Promise((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: dataDir }
    execFile(process.execPath, command, { env, maxBuffer: 2 ** 27 }, (error, stdout, stderr) => {
      if (error) return reject(new Error(stderr || stdout.slice(0, 500)))
      const { errors, pages, warnings, ...counts } = JSON.parse(stdout)
      void [errors, pages, warnings]
      const peak = Number(/PEAK (\d+)/.exec(stderr)?.[1]) / 1024
      resolve({ peak, counts: JSON.stringify(counts) })
    })
  })
}
