import { FormStream } from './form-stream.ts'

/** A file of a form, as it was sent: field name and type come from the client. */
export type SentFile = { field: string; type: string; bytes: Buffer }

type Form = { fields: Record<string, string>; files: SentFile[] }

/** Parses a multipart form that is small enough for memory; undefined if it is malformed (H6 A42). */
export async function parseMultipart(
  bytes: Buffer,
  boundary: string | undefined,
): Promise<Form | undefined> {
  if (boundary === undefined) return undefined
  const chunks: Buffer[] = []
  const onFile = (chunk: Buffer) => void chunks.push(chunk)
  const stream = new FormStream({ boundary, longestText: bytes.length, onFile })
  const form = (await stream.write(bytes)) ? stream.end() : undefined
  if (!form) return undefined
  const { fields, files } = form
  const [file] = files
  if (!file) return { fields, files: [] }
  return { fields, files: [{ field: file.name, type: file.type, bytes: Buffer.concat(chunks) }] }
}
