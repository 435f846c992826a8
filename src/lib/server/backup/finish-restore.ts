import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DATABASE_FILE, KEPT } from './manifest.ts'

/** Once a folder of this name is in DATA_DIR, the restore is decided. */
export const READY = 'restore.ready'
export const PLAN = 'plan.json'
/** Of the shop that was there: these belong to its database and are not taken over. */
const WITH_DATABASE = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, 'site']

const planSchema = z.object({
  /** What the backup brings. */
  names: z.array(z.string()),
  /** Where the shop that was there goes. */
  keepIn: z.string(),
})
export type RestorePlan = z.infer<typeof planSchema>

/**
 * Does what is left of a restore that was decided; without one nothing. Before the database opens.
 * @returns the folder in which the shop that was there is kept, if there was one
 */
export function finishRestore(dataDir: string): string | undefined {
  const ready = join(dataDir, READY)
  if (!existsSync(ready)) return undefined
  // The plan goes first when all is done.
  if (!existsSync(join(ready, PLAN))) {
    rmSync(ready, { recursive: true })
    return undefined
  }
  const plan: unknown = JSON.parse(readFileSync(join(ready, PLAN), 'utf8'))
  const { names, keepIn } = planSchema.parse(plan)
  const old = join(dataDir, keepIn)
  mkdirSync(old, { recursive: true })
  const isWhole = names.includes(DATABASE_FILE)
  for (const name of [...(isWhole ? WITH_DATABASE : ['site']), ...KEPT, DATABASE_FILE]) {
    const [current, next] = [join(dataDir, name), join(ready, name)]
    // What the backup brings and is gone from `ready` was put into place before the crash.
    const isDone = names.includes(name) && !existsSync(next)
    if (isDone || (name === DATABASE_FILE && !isWhole)) continue
    if (existsSync(current)) renameSync(current, join(old, name))
    if (existsSync(next)) renameSync(next, current)
  }
  const isKept = readdirSync(old).length > 0
  if (!isKept) rmdirSync(old)
  rmSync(join(ready, PLAN))
  rmSync(ready, { recursive: true })
  return isKept ? old : undefined
}
