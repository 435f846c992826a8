import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type ComeBackPicture, formPictureSchema } from './form-picture.ts'
import { formFile, formPictureFiles, keepText } from './upload-files.ts'

/** A form as it was sent, kept beside the list that it made. */
const typedSchema = z.object({
  /** The path of the form's page. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
  /** Older versions did not say which pictures there were. */
  pictures: z._default(z.array(formPictureSchema), []),
})
export type TypedForm = z.infer<typeof typedSchema>

/** Keeps what was typed until the list is published or discarded. */
export async function keepForm(dataDir: string, id: string, form: TypedForm): Promise<void> {
  await keepText(formFile(dataDir, id), JSON.stringify(form))
}

/** A form that is shown again, with those of its pictures that are still there. */
export type ComeBackForm = Omit<TypedForm, 'pictures'> & { pictures: ComeBackPicture[] }

/** The form of a list; undefined if none was kept, or the file cannot be read (F35). */
export async function readTypedForm(
  dataDir: string,
  id: string,
): Promise<ComeBackForm | undefined> {
  const form = parseForm(await readFile(formFile(dataDir, id), 'utf8').catch(() => ''))
  return form && { ...form, pictures: await formPictureFiles(dataDir, id, form.pictures) }
}

function parseForm(text: string): TypedForm | undefined {
  try {
    return typedSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The text fields of a form, including empty ones. */
export function typedValues(body: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string'
  return Object.fromEntries(Object.entries(body).filter(isText))
}
