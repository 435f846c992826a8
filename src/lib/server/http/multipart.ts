/** A file of a form, as it was sent: name and type are the sender's word. */
export type SentFile = { field: string; type: string; bytes: Buffer }

/** The most that a form has (H6). */
const MOST_PARTS = 8
const MOST_FILES = 1
const MOST_HEADERS = 1024
const LINE = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')

/** The text that parts a form of this Content-Type. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2]
  return boundary !== undefined && /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary)
    ? boundary
    : undefined
}

type Form = { fields: Record<string, string>; files: SentFile[] }

/**
 * Reads a multipart form (RFC 7578): texts become fields, and at most one part is a file. Undefined
 * when anything about it is not as it must be; a field that comes twice is refused (A42).
 */
export function parseMultipart(bytes: Buffer, boundary: string | undefined): Form | undefined {
  const parts = boundary === undefined ? undefined : split(bytes, boundary)
  if (!parts) return undefined
  const fields = new Map<string, string>()
  const files: SentFile[] = []
  for (const part of parts) {
    const read = readPart(part)
    if (!read) return undefined
    const { name, type, isFile, body } = read
    if (isFile) files.push({ field: name, type, bytes: body })
    else {
      const text = decode(body)
      if (text === undefined || fields.has(name) || name === '__proto__') return undefined
      fields.set(name, text)
    }
  }
  return files.length > MOST_FILES ? undefined : { fields: Object.fromEntries(fields), files }
}

function split(bytes: Buffer, boundary: string): Buffer[] | undefined {
  const mark = Buffer.from(`--${boundary}`)
  const between = Buffer.concat([LINE, mark])
  if (!bytes.subarray(0, mark.length).equals(mark)) return undefined
  const parts: Buffer[] = []
  let at = mark.length
  for (;;) {
    if (bytes.subarray(at, at + 2).toString('latin1') === '--') return parts
    if (!bytes.subarray(at, at + 2).equals(LINE) || parts.length === MOST_PARTS) return undefined
    const start = at + 2
    const end = bytes.indexOf(between, start)
    if (end < 0) return undefined
    parts.push(bytes.subarray(start, end))
    at = end + between.length
  }
}

function readPart(part: Buffer) {
  const end = part.indexOf(HEADERS_END)
  if (end < 0 || end > MOST_HEADERS) return undefined
  const head = readPartHead(part.subarray(0, end))
  return head && { ...head, body: part.subarray(end + HEADERS_END.length) }
}

/** What stands before the bytes of a part; the name of a file is the sender's word (A21). */
export type PartHead = { name: string; type: string; isFile: boolean; fileName: string }

/** Reads what stands before a part's bytes; undefined when it is not as it must be. */
export function readPartHead(bytes: Buffer): PartHead | undefined {
  const headers = decode(bytes) ?? ''
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1]
  const name = /(?:^|;)\s*name="([^"\r\n]{1,100})"/i.exec(disposition ?? '')?.[1]
  if (disposition === undefined || name === undefined) return undefined
  if (/^content-transfer-encoding:/im.test(headers)) return undefined
  const type = /^content-type:\s*([\w./+-]+)/im.exec(headers)?.[1]?.toLowerCase() ?? ''
  const isFile = /(?:^|;)\s*filename\*?=/i.test(disposition)
  const fileName = /(?:^|;)\s*filename="([^"\r\n]*)"/i.exec(disposition)?.[1] ?? ''
  return { name, type, isFile, fileName }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
