import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Db } from '#lib/server/database/schema.ts'
import { repairList } from '#lib/server/import/read/list/repair-list.ts'
import type { ImportOptions } from '#lib/server/import/apply/import.ts'
import { expandList } from '#lib/server/import/packs/companion-list.ts'
import type { ImportMap } from '#lib/server/import/read/columns/map.ts'
import type { PresetMap } from '#lib/server/import/read/presets/preset-map.ts'

/** How a list is to be read. */
export type ListRead = Pick<ImportOptions, 'map' | 'refusals' | 'products'>

/** Works with a list as it is or, if it has a row per pack, with a copy that has a row per product. */
export async function withWholeProducts<Value>(
  db: Db,
  path: string,
  map: ImportMap | PresetMap | undefined,
  work: (path: string, how: ListRead) => Promise<Value>,
): Promise<Value> {
  // A ready map makes whole products of its rows itself.
  const isReady = map !== undefined && 'group' in map
  const whole = isReady ? undefined : await expandList(db, path, map)
  if (!whole) return work(path, { map })
  const { text, refusals } = whole
  const write = (list: string) => writeFile(list, text, { mode: 0o600 })
  const isFolder = (await stat(path)).isDirectory()
  return withOther(path, write, (list) =>
    isFolder
      ? work(path, { map: whole.map, refusals, products: list })
      : work(list, { map: whole.map, refusals }),
  )
}

/** Works with a list as it is or, if requested, with a copy in which broken letters are repaired. */
export async function withRepairedLetters<Value>(
  isAsked: boolean,
  path: string,
  work: (path: string) => Promise<Value>,
): Promise<Value> {
  if (!isAsked) return work(path)
  const make = async (list: string) => {
    await cp(path, list, { recursive: true })
    await repairList(list)
  }
  return withOther(path, make, work)
}

/** Works with a list of the same name in a temporary folder, which is deleted afterwards. */
async function withOther<Value>(
  path: string,
  make: (list: string) => Promise<void>,
  work: (list: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'kirana-list-'))
  try {
    const list = join(folder, basename(path))
    await make(list)
    return await work(list)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
