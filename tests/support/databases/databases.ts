import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { PostgresPool } from './postgres-pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated SQLite file, which tests copy. */
    sqliteTemplate: string
    /** Where a test requests a PostgreSQL database (POST) and returns it (DELETE). */
    postgresDoor: string
  }
}

/** Makes the templates of a run's databases. PostgreSQL starts when a test first asks for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // One folder for all temporary files of a run, which is removed with whatever tests leave behind.
  const folder = mkdtempSync(join(quickFolder(), 'kirana-tests-'))
  chmodSync(folder, 0o755) // the user postgres has to enter the folder, too
  process.env['TMPDIR'] = folder
  const sqliteTemplate = join(folder, 'template.db')
  const db = openDatabase(sqliteTemplate)
  await migrate(db)
  await db.destroy()
  project.provide('sqliteTemplate', sqliteTemplate)

  const pool = new PostgresPool()
  const door = createServer((request, response) => {
    const answer =
      request.method === 'DELETE' ? text(request).then((url) => pool.giveBack(url)) : pool.take()
    answer.then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  const port = typeof address === 'object' ? address?.port : 0
  project.provide('postgresDoor', `http://127.0.0.1:${port}/`)
  return async () => {
    door.close()
    door.closeAllConnections()
    await pool.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder in memory if there is room, so that tests need not wait for the disk. */
function quickFolder(): string {
  const [memory, roomBytes] = ['/dev/shm', 2 * 1024 ** 3]
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > roomBytes ? memory : tmpdir()
}
