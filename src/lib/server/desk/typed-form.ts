import { readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { formFile } from './upload-files.ts'

/** A form as it was sent, kept beside the list that it made. */
const typedSchema = z.strictObject({
  /** The page that it came from. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
  hasPictures: z.boolean(),
})
export type TypedForm = z.infer<typeof typedSchema>

/** Keeps what was typed, until the list is published or put away. */
export async function keepForm(dataDir: string, id: string, form: TypedForm): Promise<void> {
  await writeFile(formFile(dataDir, id), JSON.stringify(form), { mode: 0o600 })
}

/** The form of a list; undefined where none was kept. */
export async function readForm(dataDir: string, id: string): Promise<TypedForm | undefined> {
  const text = await readFile(formFile(dataDir, id), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : typedSchema.parse(JSON.parse(text))
}

/** What was typed into the fields of a form, empty ones too. */
export function typedValues(body: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string'
  return Object.fromEntries(Object.entries(body).filter(isText))
}
