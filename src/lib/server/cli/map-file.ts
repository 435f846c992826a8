import { readFile } from 'node:fs/promises'
import { type ImportMap, readMap } from '#lib/server/import/read/columns/map.ts'
import { READY_MAPS, type PresetMap } from '#lib/server/import/read/presets/preset-map.ts'
import { UsageError } from './verb.ts'

/** The map named by `--map`: a built-in one, or a file. @throws UsageError naming what is wrong with it */
export async function readMapFile(
  path: string | undefined,
): Promise<ImportMap | PresetMap | undefined> {
  if (path === undefined) return undefined
  const ready = READY_MAPS.find(({ name }) => name === path)
  if (ready) return ready
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`The map ${path} cannot be read.`)
  })
  const map = readMap(text)
  if (!map.ok) throw new UsageError(`The map ${path} is not right: ${map.error}.`)
  return map.value
}
