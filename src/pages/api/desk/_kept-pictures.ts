import { isUploadId } from '#lib/desk/uploads.ts'
import type { ComeBackPicture } from '#lib/server/desk/form-picture.ts'
import type { FormPictures } from '#lib/server/desk/form-pictures.ts'
import { typedFormTexts } from '#lib/texts/page/desk-forms.ts'
import type { AtDesk } from '#pages/api/desk/_desk.ts'

/** The fields that name pictures of the list that a form has come back from. */
const isOfKept = (field: string) => field === 'keptlist' || field.startsWith('kept.')

/** The pictures that came with a form before and that it still wants, and its other fields. */
export async function takeKept(
  { desk, user }: Pick<AtDesk, 'desk' | 'user'>,
  body: Record<string, unknown>,
): Promise<{ kept: ComeBackPicture[]; fields: Record<string, unknown> }> {
  const entries = Object.entries(body)
  const fields = Object.fromEntries(entries.filter(([field]) => !isOfKept(field)))
  const list = body['keptlist']
  if (typeof list !== 'string' || !isUploadId(list)) return { kept: [], fields }
  const wanted = new Set(entries.flatMap(([field, name]) => (isOfKept(field) ? [name] : [])))
  const form = await desk.formOf(user, list)
  return { kept: form?.pictures.filter(({ name }) => wanted.has(name)) ?? [], fields }
}

/** A refusal after which nothing is kept of the form's pictures, as no list has them. */
export const withoutPictures = (msg: string, pictures: FormPictures): string =>
  pictures.isEmpty ? msg : `${msg} ${typedFormTexts.picturesAgain}`
