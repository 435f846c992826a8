/** The text that parts a form of this Content-Type. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2]
  return boundary !== undefined && /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary)
    ? boundary
    : undefined
}

/** What stands before the bytes of a part; the name of a file is the sender's word (A21). */
export type PartHead = { name: string; type: string; isFile: boolean; fileName: string }

/** Reads what stands before a part's bytes; undefined when it is not as it must be. */
export function readPartHead(bytes: Buffer): PartHead | undefined {
  const headers = decode(bytes) ?? ''
  if (headers.includes('\0')) return undefined
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1]
  const name = /(?:^|;)\s*name="([^"\r\n]{1,100})"/i.exec(disposition ?? '')?.[1]
  if (disposition === undefined || name === undefined) return undefined
  if (/^content-transfer-encoding:/im.test(headers)) return undefined
  const type = /^content-type:\s*([\w./+-]+)/im.exec(headers)?.[1]?.toLowerCase() ?? ''
  const isFile = /(?:^|;)\s*filename\*?=/i.test(disposition)
  const written = /(?:^|;)\s*filename="([^"\r\n]*)"/i.exec(disposition)?.[1] ?? ''
  // So browsers write a quotation mark.
  const fileName = written.replaceAll('%22', '"')
  return { name, type, isFile, fileName }
}

/** Bytes as text; undefined where they are no UTF-8. */
export function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
