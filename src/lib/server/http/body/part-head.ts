/** The boundary in a multipart Content-Type; undefined if there is no valid one. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2]
  return boundary !== undefined && /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary)
    ? boundary
    : undefined
}

/** The headers of a part; a file's name comes from the client: do not trust it (A21). */
export type PartHead = { name: string; type: string; isFile: boolean; fileName: string }

/** Parses the headers of a part; undefined if they are malformed. */
export function readPartHead(bytes: Buffer): PartHead | undefined {
  const headers = decodeUtf8(bytes) ?? ''
  if (headers.includes('\0')) return undefined
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1]
  const name = /(?:^|;)\s*name="([^"\r\n]{1,100})"/i.exec(disposition ?? '')?.[1]
  if (disposition === undefined || name === undefined) return undefined
  if (/^content-transfer-encoding:/im.test(headers)) return undefined
  const type = /^content-type:\s*([\w./+-]+)/im.exec(headers)?.[1]?.toLowerCase() ?? ''
  const isFile = /(?:^|;)\s*filename\*?=/i.test(disposition)
  const written = /(?:^|;)\s*filename="([^"\r\n]*)"/i.exec(disposition)?.[1] ?? ''
  // Browsers escape a quotation mark this way.
  const fileName = written.replaceAll('%22', '"')
  return { name, type, isFile, fileName }
}

/** Decodes UTF-8; undefined if the bytes are invalid. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
