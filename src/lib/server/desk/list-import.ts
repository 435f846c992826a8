import { stat } from 'node:fs/promises'
import type { Result } from '#lib/result.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { ImportOptions } from '#lib/server/import/apply/import.ts'
import { expandList } from '#lib/server/import/packs/companion-list.ts'
import { type ImportMap, readMap } from '#lib/server/import/read/columns/map.ts'
import { describeProgress, type ImportProgress } from '#lib/server/import/read/progress.ts'
import { READY_MAPS } from '#lib/server/import/read/presets/preset-map.ts'
import type { PreviewSession } from './preview-session.ts'
import { isSkuFormat, type MadeList, writeSkuList } from './sku-list.ts'
import type { Progress, UploadSource, TaskSettings } from './task.ts'
import { writeMade } from './upload-files.ts'

/** What tasks need to do their work. */
export type ListWork = {
  db: Db
  settings: TaskSettings
  looks: PreviewSession
  onProgress: (progress: Progress) => void
}

/**
 * The list as the import can read it. A list of SKUs becomes one that says what happens to each product; a list of
 * packs becomes one of whole products, with their other packs as they are now.
 */
export async function listOf(
  { db }: ListWork,
  source: UploadSource,
  path: string,
): Promise<Result<ReadyList>> {
  const { format } = source
  if (isSkuFormat(format)) return writeSkuList(db, path, format)
  const map = matchedMap(source)
  const isOfPacks = format === 'kirana' || map !== undefined
  const whole = isOfPacks ? await expandList(db, path, map) : undefined
  if (!whole) return { ok: true, value: { path, shift: 0 } }
  const made = await writeMade(path, 'packs', whole.text)
  const how = { refusals: whole.refusals, ...(whole.map && { map: whole.map }) }
  return (await stat(path)).isDirectory()
    ? { ok: true, value: { path, shift: 0, how: { ...how, products: made } } }
    : { ok: true, value: { path: made, shift: 0, how } }
}

/** A list on disk, ready to be imported. */
export type ReadyList = MadeList & { how?: Pick<ImportOptions, 'map' | 'refusals' | 'products'> }

/** The map made from the columns that the editor matched; undefined for other formats. */
function matchedMap({ format, map }: UploadSource): ImportMap | undefined {
  const matched = format === 'matched' && map !== null ? readMap(map) : undefined
  return matched?.ok ? matched.value : undefined
}

/** What an import needs to find out what others changed since the list was written. */
export const mergingOf = ({ base, isAsIs }: UploadSource) => ({ base, isAsIs, askedAt: base })

/** The options of every import of a list, be it a check, a preview or publishing. */
export function optionsOf({ settings, onProgress }: ListWork, source: UploadSource) {
  const { format, withdraws } = source
  return {
    dataDir: settings.dataDir,
    map: matchedMap(source) ?? READY_MAPS.find(({ name }) => name === format),
    replace: withdraws && !isSkuFormat(format),
    merge: mergingOf(source),
    onProgress: (progress: ImportProgress) =>
      onProgress({ text: describeProgress(progress), ratio: ratioOf(progress) }),
  }
}

/** The share that is done: reading counts as the first half, even if pictures are made in between. */
function ratioOf(progress: ImportProgress): number {
  const { step, total } = progress
  const done = step === 'reading' ? progress.bytes : progress.done
  const ratio = total === 0 ? 1 : done / total
  return step === 'saving' ? 0.5 + ratio / 2 : ratio / 2
}
