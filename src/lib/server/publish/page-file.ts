import type { Piece } from './finish-page.ts'

/**
 * A page as it lies in its file: a first line that says which parts stand at which byte of its own text,
 * then that text. What was written whole has no such line.
 */
const START = '<!--parts'
const END = '-->\n'

/** What a page's file holds. */
export function toFile(pieces: Piece[]): Buffer {
  const own: Buffer[] = []
  let [line, at] = ['', 0]
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const bytes = Buffer.from(piece)
      own.push(bytes)
      at += bytes.length
    } else line += ` ${at}:${piece.name}`
  }
  return Buffer.concat(line === '' ? own : [Buffer.from(START + line + END), ...own])
}

type Place = { at: number; name: string }

/** Which parts stand where in a page's file; none in one that was written whole. */
export function placesIn(file: Buffer): { places: Place[]; own: Buffer } {
  if (file.toString('latin1', 0, START.length) !== START) return { places: [], own: file }
  const end = file.indexOf(END)
  const line = file.toString('latin1', START.length + 1, end)
  const places = line.split(' ').map((place) => {
    const colon = place.indexOf(':')
    return { at: Number(place.slice(0, colon)), name: place.slice(colon + 1) }
  })
  return { places, own: file.subarray(end + END.length) }
}

/** The page's bytes as browsers get them; `bytesOf` knows its parts. */
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
