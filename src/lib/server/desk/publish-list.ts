import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { listOf, mergingOf, optionsOf, type ListWork } from './list-import.ts'
import type { Outcomes, TaskOf } from './task.ts'
import { prepare } from './upload-files.ts'
import { notePublished } from './uploads.ts'

/** Publishes a list, unless somebody changed the same field after it was checked. */
export async function publishList(
  work: ListWork,
  task: TaskOf<'publish'>,
): Promise<Outcomes['publish']> {
  try {
    return await publishChecked(work, task)
  } catch (error) {
    if (error instanceof CameSince) return { cameSince: error.number }
    throw error
  }
}

/** Thrown to roll back an import because somebody changed the same field after the check. */
class CameSince extends Error {
  readonly number: number
  constructor(number: number) {
    super(`Import ${number} came between`)
    this.number = number
  }
}

async function publishChecked(
  work: ListWork,
  task: TaskOf<'publish'>,
): Promise<Outcomes['publish']> {
  const { source, editor, owner, skipsInvalid, stockMode, merge } = task
  const ready = await prepare(work.settings.dataDir, source.id, source.name)
  if (!ready?.ok) return { refusal: deskListTexts.uploadGone }
  const list = await listOf(work, source, ready.value.path)
  if (!list.ok) return { refusal: list.error }
  const report = await importCatalogue(work.db, list.value.path, {
    ...optionsOf(work, source),
    ...list.value.how,
    ...{ skipInvalid: skipsInvalid, stockMode, editor: editor.email },
    merge: { ...mergingOf(source), ...merge },
    // Noted in the import's own transaction, so that a crash leaves both or neither.
    onApplied: async (trx, applied) => {
      const [conflict] = applied.conflicts
      if (conflict) throw new CameSince(conflict.by)
      await notePublished(trx, { ...source, owner }, editor, applied)
    },
  })
  if (!report) return { refusal: deskListTexts.uploadGone }
  if (!report.isRefused) return { import: report.import }
  // Some units were sold since the check.
  const { asks } = report
  const refusal = asks && deskListTexts.stockAsksFirst(asks.products, asks.units)
  return { refusal: refusal ?? deskListTexts.publishRefused }
}
