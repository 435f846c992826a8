import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { expandPackList } from '#lib/server/import/packs/pack-list.ts'

/** Works with a list as it is or, where it speaks of packs one by one, as one that speaks of products. */
export async function withWholeProducts<Value>(
  db: Kysely<Database>,
  path: string,
  work: (path: string) => Promise<Value>,
): Promise<Value> {
  const text = await expandPackList(db, path)
  if (text === undefined) return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'kirana-list-'))
  try {
    const list = join(folder, basename(path))
    await writeFile(list, text, { mode: 0o600 })
    return await work(list)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
