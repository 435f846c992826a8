import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { errorCode } from '#lib/server/errors.ts'
import { forgetMove } from '#lib/server/settings/shop-move.ts'
import { isLinkedFolder, moveInto, waitingIn } from './kept-places.ts'
import { DATABASE_FILE, KEPT } from './manifest.ts'

/** A folder of this name in DATA_DIR means that the restore is decided and must be finished. */
export const READY = 'restore.ready'
export const PLAN = 'plan.json'
/** Belong to the old shop's database, and move away with it. */
const WITH_DATABASE = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, 'site']

const planSchema = z.object({
  /** The files in the backup. */
  names: z.array(z.string()),
  /** The folder in which the old shop is kept. */
  keepIn: z.string(),
  /** Those that wait on a disk of their own (kept-places.ts); an empty folder stands for each of them here. */
  elsewhere: z._default(z.array(z.string()), []),
})
export type RestorePlan = z.infer<typeof planSchema>

/**
 * Whether a file or folder was moved; not where a disk is mounted or a folder elsewhere is linked: the backup is then
 * added to its files.
 */
function isMovedAway(path: string, to: string): boolean {
  if (KEPT.includes(basename(path)) && isLinkedFolder(path)) return false
  try {
    renameSync(path, to)
    return true
  } catch (error) {
    if (['EBUSY', 'EXDEV'].includes(errorCode(error))) return false
    throw error
  }
}

/**
 * Finishes a restore that was decided; otherwise does nothing. Call it before opening the database.
 * @returns the folder in which the old shop is kept, if there was one
 */
export function finishRestore(dataDir: string): string | undefined {
  const ready = join(dataDir, READY)
  if (!existsSync(ready)) return undefined
  // The plan is deleted first when all is done: only cleaning up is left.
  if (!existsSync(join(ready, PLAN))) {
    rmSync(ready, { recursive: true })
    return undefined
  }
  const plan: unknown = JSON.parse(readFileSync(join(ready, PLAN), 'utf8'))
  const { names, keepIn, elsewhere } = planSchema.parse(plan)
  const waiting = elsewhere.filter((name) => existsSync(join(ready, name)))
  for (const name of waiting) requireWaiting(join(dataDir, name))
  const old = join(dataDir, keepIn)
  mkdirSync(old, { recursive: true })
  const isWhole = names.includes(DATABASE_FILE)
  for (const name of [...(isWhole ? WITH_DATABASE : ['site']), ...KEPT, DATABASE_FILE]) {
    const [current, next] = [join(dataDir, name), join(ready, name)]
    // Files of the backup that are no longer in `ready` were moved into place before the crash.
    const isDone = names.includes(name) && !existsSync(next)
    if (isDone || (name === DATABASE_FILE && !isWhole)) continue
    if (waiting.includes(name)) {
      moveInto(waitingIn(current), current)
      rmSync(next, { recursive: true })
      rmSync(waitingIn(current), { recursive: true })
    } else if (!existsSync(current) || isMovedAway(current, join(old, name))) {
      if (existsSync(next)) renameSync(next, current)
    } else if (existsSync(next)) {
      moveInto(next, current)
      rmSync(next, { recursive: true, force: true })
    }
  }
  if (isWhole) forgetMove(dataDir)
  const isKept = readdirSync(old).length > 0
  if (!isKept) rmdirSync(old)
  rmSync(join(ready, PLAN))
  rmSync(ready, { recursive: true })
  return isKept ? old : undefined
}

/** @throws if the disk on which files wait is away: without them the shop would be neither the old nor the new one */
function requireWaiting(folder: string): void {
  if (existsSync(waitingIn(folder))) return
  throw new Error(`A restore is not finished: mount the disk of ${folder}, then start again.`)
}
