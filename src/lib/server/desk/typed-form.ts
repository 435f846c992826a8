import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { formFile, writeTextAtomically } from './upload-files.ts'

/** A form as it was sent, kept beside the list that it made. */
const typedSchema = z.strictObject({
  /** The path of the form's page. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
  hasPictures: z.boolean(),
})
export type TypedForm = z.infer<typeof typedSchema>

/** Keeps what was typed until the list is published or discarded. */
export async function keepForm(dataDir: string, id: string, form: TypedForm): Promise<void> {
  await writeTextAtomically(formFile(dataDir, id), JSON.stringify(form))
}

/** The form of a list; undefined if none was kept, or the file cannot be read (F35). */
export async function readTypedForm(dataDir: string, id: string): Promise<TypedForm | undefined> {
  const text = await readFile(formFile(dataDir, id), 'utf8').catch(() => '')
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
