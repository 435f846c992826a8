import { isShared, type Piece } from '#lib/server/publish/finish-page.ts'

/**
 * A page's file starts with a line that names the parts and the byte of the page's own text at which each is
 * put in; that text follows. A page without parts has no such line.
 */
const START = '<!--parts'
const END = '-->\n'

/** The buffer in which files are put together: allocating one for each page took longer than filling it. */
let desk = Buffer.allocUnsafeSlow(2 ** 20)
const ROOM_FOR_LINE = 2 ** 12
const BYTES_OF_CHARACTER = 3
const encoder = new TextEncoder()

/** The bytes of a page's file, valid until the next call. @throws when the first line becomes too long */
export function toFile(pieces: Piece[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + (isShared(piece) ? 0 : piece.length), 0)
  const needed = ROOM_FOR_LINE + length * BYTES_OF_CHARACTER
  if (desk.length < needed) desk = Buffer.allocUnsafeSlow(needed)
  let [line, at] = ['', ROOM_FOR_LINE]
  for (const piece of pieces) {
    if (isShared(piece)) line += ` ${at - ROOM_FOR_LINE}:${piece.name}`
    else if (typeof piece === 'string') at += encoder.encodeInto(piece, desk.subarray(at)).written
    else at += piece.copy(desk, at)
  }
  if (line === '') return desk.subarray(ROOM_FOR_LINE, at)
  const head = START + line + END
  if (head.length > ROOM_FOR_LINE) throw new Error(`A page has too many parts: ${line}`)
  const start = ROOM_FOR_LINE - head.length
  desk.write(head, start, 'latin1')
  return desk.subarray(start, at)
}

type PartAt = { at: number; name: string }

/** The parts of a page's file and where they stand; none in a page that was written whole. */
export function placesIn(file: Buffer): { places: PartAt[]; own: Buffer } {
  if (file.toString('latin1', 0, START.length) !== START) return { places: [], own: file }
  const end = file.indexOf(END)
  const line = file.toString('latin1', START.length + 1, end)
  const places = line.split(' ').map((place) => {
    const colon = place.indexOf(':')
    return { at: Number(place.slice(0, colon)), name: place.slice(colon + 1) }
  })
  return { places, own: file.subarray(end + END.length) }
}

/** The page's bytes as browsers get them; `bytesOf` gives those of a part. */
export function compose(file: Buffer, bytesOf: (name: string) => Buffer): Buffer {
  const { places, own } = placesIn(file)
  if (places.length === 0) return file
  const pieces: Buffer[] = []
  let from = 0
  for (const { at, name } of places) {
    pieces.push(own.subarray(from, at), bytesOf(name))
    from = at
  }
  return Buffer.concat([...pieces, own.subarray(from)])
}
