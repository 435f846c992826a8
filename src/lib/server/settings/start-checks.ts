import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { formatMoment } from '#lib/dates.ts'
import { isPostgres } from '#lib/server/database/database.ts'
import { fileOfMove, findMove } from './shop-move.ts'
import type { Settings } from './settings.ts'
import { errorCode } from '#lib/server/errors.ts'

/** What keeps the shop from starting, in one sentence for the person starting it. */
export class CannotStart extends Error {}

/** The shop's data are elsewhere: trying again does not help. */
export class ShopMoved extends CannotStart {}

/** The first release without the WAL-reset bug, which could damage a database (T27). */
const OLDEST_SQLITE = [3, 51, 3]

/**
 * Checks what the start needs before anything is changed (F36, H13).
 * @throws CannotStart
 */
export async function checkStart(settings: Settings, sqlite = process.versions['sqlite']) {
  if (!isPostgres(settings.databaseUrl)) checkSqlite(sqlite ?? '0')
  checkDataDir(settings)
  await checkPort(settings.port, settings.host)
}

/**
 * Checks that the shop has not been moved to another database: what was sold since is only there.
 * @throws ShopMoved
 */
export function checkMove(settings: Settings): void {
  const move = findMove(settings)
  if (!move) return
  throw new ShopMoved(
    `The shop was moved to ${move.to} on ${formatMoment(move.at)}, and DATABASE_URL is not set: set it to the new database. To go back to the old one, without what was sold since, delete ${fileOfMove(settings)}.`,
  )
}

function checkSqlite(version: string): void {
  const parts = version.split('.').map(Number)
  const difference = OLDEST_SQLITE.map((oldest, at) => (parts[at] ?? 0) - oldest).find(
    (by) => by !== 0,
  )
  if (difference === undefined || difference > 0) return
  throw new CannotStart(
    `This Node comes with SQLite ${version}, but Kirana needs ${OLDEST_SQLITE.join('.')} or newer.`,
  )
}

function checkDataDir({ dataDir, databaseUrl }: Settings): void {
  try {
    makeFolder(dataDir)
    probeFolder(dataDir)
  } catch (error) {
    throw new CannotStart(
      `DATA_DIR is "${dataDir}", but must be a folder that can be written to (${errorCode(error)}).`,
    )
  }
  if (isPostgres(databaseUrl)) return
  try {
    accessSync(databaseUrl, constants.R_OK | constants.W_OK)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw new CannotStart(`The database ${databaseUrl} cannot be written (${errorCode(error)}).`)
  }
}

/** Not `recursive`, which never returns where a file system refuses folders, such as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Writes and deletes a small file. @throws if the folder cannot be written or its disk is full */
export function probeFolder(folder: string): void {
  const file = join(folder, `.probe-${process.pid}.tmp`)
  try {
    writeFileSync(file, 'Kirana looks whether it can write here.')
  } finally {
    rmSync(file, { force: true })
  }
}

function checkPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainListenError(error, port, host)))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

/** Explains why a port could not be opened; other errors are returned unchanged. */
export function explainListenError(error: Error, port: number, host: string): Error {
  if (!('syscall' in error)) return error
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new CannotStart(
      `Port ${port} is taken: stop what runs there, or set PORT to another one.`,
    )
  }
  if (code === 'EACCES')
    return new CannotStart(`PORT is ${port}, which this user may not listen on.`)
  return new CannotStart(`HOST is "${host}", which this machine cannot listen on (${code}).`)
}
