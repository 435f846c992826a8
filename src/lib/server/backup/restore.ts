import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { copyDatabase, isCopyOf } from '#lib/server/database/copy-database.ts'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { requireUtf8 } from '#lib/server/database/encoding.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { skipNumbers } from '#lib/server/orders/bills/bills.ts'
import { beginWalk } from '#lib/server/orders/payment/walk-payments.ts'
import { putOffRefunds } from '#lib/server/orders/refunds/put-off-refunds.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { endUploads } from '#lib/server/desk/uploads.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { findNumbers, noteNumbers } from './given-numbers.ts'
import { finishRestore, PLAN, READY, type RestorePlan } from './finish-restore.ts'
import { bytesOf, countMissing, findFull, type Need } from './kept-files.ts'
import { bytesLacking, isDeadLink, isElsewhere, letWait, waitingIn } from './kept-places.ts'
import { DATABASE_FILE, KEPT, readManifest } from './manifest.ts'
import { isShopOpen } from './open-shop.ts'
import { isSound } from './sqlite-file.ts'

type Restored = {
  files: number
  /** Where the old shop is kept. */
  keptIn: string | undefined
  /** Orders with a refund that the provider had refused: it may have been given back by hand since the backup. */
  refused: string[]
}
export type RestoreRefusal =
  'noBackup' | 'damaged' | 'inUse' | 'notEmpty' | 'noRoom' | 'incomplete' | 'deadLink'
/** `where`: what a refusal is about, if not the backup. */
type Restoring =
  { ok: true; value: Restored } | { ok: false; error: RestoreRefusal; where?: string }

/**
 * Replaces the shop by a backup. The old shop is kept in a folder of DATA_DIR; a PostgreSQL database must be
 * empty. A crash at any moment leaves the old shop or the new one: the next start finishes a restore that was
 * decided (`finishRestore`). The backup itself is only read: it stays one of the release that made it.
 * @param acceptsMissing whether a backup is restored that has lost files
 * @throws WrongEncoding before anything is changed
 */
export async function restoreBackup(
  settings: Settings,
  path: string,
  acceptsMissing = false,
): Promise<Restoring> {
  const folder = resolve(path)
  const manifest = readManifest(folder)
  if (!manifest) return { ok: false, error: 'noBackup' }
  if (!existsSync(join(folder, DATABASE_FILE))) return { ok: false, error: 'damaged' }
  if (!acceptsMissing && countMissing(folder, manifest) > 0)
    return { ok: false, error: 'incomplete' }
  const { dataDir, databaseUrl } = settings
  const isFile = !isPostgres(databaseUrl)
  if (isShopOpen(settings)) return { ok: false, error: 'inUse' }
  if (!isFile) await checkEncoding(databaseUrl)
  const kept = KEPT.filter((name) => existsSync(join(folder, name)))
  const dead = kept.find((name) => isDeadLink(join(dataDir, name)))
  if (dead !== undefined) return { ok: false, error: 'deadLink', where: `DATA_DIR/${dead}` }
  const partial = join(dataDir, 'restore.partial')
  const elsewhere = kept.filter((name) => isElsewhere(join(dataDir, name)))
  const drop = () => {
    const waiting = elsewhere.map((name) => waitingIn(join(dataDir, name)))
    for (const path of [partial, ...waiting]) rmSync(path, { recursive: true, force: true })
  }
  drop()
  mkdirSync(partial, { recursive: true })
  try {
    const full = findFull(needsOf(folder, dataDir, partial, elsewhere))
    if (full) return { ok: false, error: 'noRoom', where: full.where }
    const copy = join(partial, DATABASE_FILE)
    await copyFile(join(folder, DATABASE_FILE), copy)
    const wal = join(folder, `${DATABASE_FILE}-wal`)
    if (existsSync(wal)) await copyFile(wal, `${copy}-wal`)
    if (!isSound(copy)) return { ok: false, error: 'damaged' }
    for (const name of kept) {
      const from = join(folder, name)
      const isApart = elsewhere.includes(name)
      if (isApart) mkdirSync(join(partial, name))
      await (isApart
        ? letWait(from, join(dataDir, name))
        : cp(from, join(partial, name), { recursive: true }))
    }
    const keepIn = `before-restore-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
    const names = isFile ? [DATABASE_FILE, ...kept] : kept
    const plan: RestorePlan = { names, keepIn, elsewhere }
    writeFileSync(join(partial, PLAN), JSON.stringify(plan))
    // Copying took a while: somebody may have started the shop meanwhile.
    if (isShopOpen(settings)) return { ok: false, error: 'inUse' }
    const { refused } = await noteRestore(settings, copy, manifest.madeAt)
    if (!isFile && !(await fillPostgres(databaseUrl, copy))) return { ok: false, error: 'notEmpty' }
    renameSync(partial, join(dataDir, READY))
    return {
      ok: true,
      value: { files: manifest.files + 1, keptIn: finishRestore(dataDir), refused },
    }
  } finally {
    // What waits for a restore that is decided is needed to finish it.
    if (!existsSync(join(dataDir, READY))) drop()
  }
}

/** What is to be copied where: what has a disk of its own waits on that, unless it is there. */
function needsOf(
  folder: string,
  dataDir: string,
  partial: string,
  elsewhere: readonly string[],
): Need[] {
  const here = { folder: partial, where: 'DATA_DIR' }
  const needs = KEPT.map((name) => {
    const current = join(dataDir, name)
    const place = elsewhere.includes(name)
      ? { folder: current, where: `DATA_DIR/${name}`, has: current }
      : { ...here, has: join(partial, name) }
    return { ...place, bytes: bytesLacking(join(folder, name), place.has) }
  })
  return [...needs, { ...here, bytes: bytesOf(join(folder, DATABASE_FILE)) }]
}

/** Tables that `noteRestore` changes, at another moment each time a restore is begun. */
const NOTED = ['payment_walk', 'cart', 'bill_series', 'desk_upload', 'refund']

/**
 * Adapts a restored database to the time since the backup: payments made since are looked up at the provider
 * once the shop runs; cart revisions are raised, so that browsers which have seen later carts accept these; no
 * bill number is used twice; and no refund is asked for before the owner could say that it was given back by hand.
 */
async function noteRestore(
  { dataDir }: Pick<Settings, 'dataDir'>,
  url: string,
  madeAt: string,
): Promise<Pick<Restored, 'refused'>> {
  const db = openDatabase(url)
  const now = Date.now()
  const given = findNumbers(dataDir, Date.parse(madeAt), now)
  try {
    await migrate(db)
    await beginWalk(db, Date.parse(madeAt), now)
    await raiseRevisions(db, (now - Date.parse(madeAt)) / 1000)
    noteNumbers(dataDir, await skipNumbers(db, Date.parse(madeAt), now, given))
    await endUploads(db)
    return { refused: await putOffRefunds(db, now) }
  } finally {
    await db.destroy()
  }
}

/** Raises by a number per second: no cart changes that often for long, and new guests start even higher (guests.ts). */
async function raiseRevisions(db: Db, seconds: number): Promise<void> {
  const raise = Math.max(1, Math.ceil(seconds))
  await db
    .updateTable('cart')
    .set((eb) => ({ revision: eb('revision', '+', raise) }))
    .execute()
}

async function checkEncoding(url: string): Promise<void> {
  const db = openDatabase(url)
  try {
    await requireUtf8(db)
  } finally {
    await db.destroy()
  }
}

/** Fills it from a migrated copy. @returns whether it was empty */
async function fillPostgres(url: string, file: string): Promise<boolean> {
  const [from, to] = [openDatabase(file), openDatabase(url)]
  try {
    await migrate(to)
    const [source, target] = [
      { db: from, url: file },
      { db: to, url },
    ]
    // A restore that was killed between database and files has filled it with exactly this.
    return (await copyDatabase(source, target)).ok || (await isCopyOf(source, target, NOTED))
  } finally {
    await from.destroy()
    await to.destroy()
  }
}
