import { runShop } from '#lib/server/cli/run.ts'
import type { TestDatabase } from './databases/database.ts'
import { newFolder } from './lists/import-files.ts'

type Kept = Pick<TestDatabase, 'dataDir' | 'url'>
type Done = { code: number | null; out: string; err: string }

/** Runs a command like `npm run shop`, but in this process. */
export async function shop(
  args: string[],
  dataDir = newFolder(),
  env: Record<string, string> = {},
): Promise<Done> {
  const done: Done = { code: null, out: '', err: '' }
  const terminal = {
    out: (text: string) => void (done.out += text),
    err: (text: string) => void (done.err += text),
    isTerminal: false,
    columns: 80,
  }
  done.code = await runShop(args, { DATA_DIR: dataDir, ...env }, terminal, async () => {})
  return done
}

/** Runs a command on a test's database. */
export const shopOver = (test: Kept, ...args: string[]): Promise<Done> => shopAt(test, {}, ...args)

/** The same with other settings. */
export const shopAt = (
  { dataDir, url }: Kept,
  env: Record<string, string>,
  ...args: string[]
): Promise<Done> =>
  shop(args, dataDir, { ...(url.startsWith('postgres') && { DATABASE_URL: url }), ...env })
