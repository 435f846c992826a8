import type { AstroGlobal } from 'astro'
import { isUploadId } from '#lib/desk/uploads.ts'
import { typedFormPath } from '#lib/server/desk/form-path.ts'
import type { FormPicture } from '#lib/server/desk/form-picture.ts'
import type { FaultyCell } from '#lib/server/import/read/faulty-cells.ts'
import { failedForm } from '#parts/shell/failed-form.ts'

/**
 * The values of a form that is shown again. `isKept`: the form is complete, including fields that
 * were emptied.
 */
export type ShownAgain = {
  values: Record<string, string>
  isKept: boolean
  faults: FaultyCell[]
  /** The list that the form has come back from. */
  list: string
  pictures: FormPicture[]
}

/**
 * The values typed into this page's form: kept with the list that the address names, or with a form
 * refused at once.
 */
export async function typedForm(
  astro: Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>,
): Promise<ShownAgain> {
  const { desk, user } = astro.locals
  const { pathname, search, searchParams } = astro.url
  const id = searchParams.get('list') ?? ''
  const kept = desk && user && isUploadId(id) ? await desk.formOf(user, id) : undefined
  if (kept && typedFormPath(kept.path, id) === pathname + search)
    return { ...kept, list: id, isKept: true }
  return { values: failedForm(astro).values, isKept: false, faults: [], list: '', pictures: [] }
}
