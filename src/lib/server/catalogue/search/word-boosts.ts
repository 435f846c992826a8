// BM25+ with the parameters of MiniSearch, whose ranking this is.
const K = 1.2
const B = 0.7
const D = 0.5

const FIELD_BITS = 3
const TIMES_BITS = 3
const FIELD_ROOM = 1 << FIELD_BITS
const TIMES_ROOM = 1 << TIMES_BITS
/** Lengths of a field that are told apart: longer ones count as the longest. */
const LENGTHS = 256
const KINDS = LENGTHS * TIMES_ROOM * FIELD_ROOM

/** In which field of a document a word is, how often, and how many words the field has. */
export type WordPlace = { field: number; times: number; length: number }

/** All that matters about a place as one number, so that its gain is looked up instead of computed. */
export function kindOfPlace({ field, times, length }: WordPlace): number {
  const kept = Math.min(times, TIMES_ROOM - 1)
  return (((Math.min(length, LENGTHS - 1) << TIMES_BITS) | kept) << FIELD_BITS) | field
}

/** The field of a kind. */
export const fieldOf = (kind: number): number => kind & (FIELD_ROOM - 1)

/** What a word gains by each kind of place: more the more often it is there, less the longer the field is. */
export function boostsByKind(averageLengths: number[]): Float64Array {
  const gains = new Float64Array(KINDS)
  for (let kind = 0; kind < KINDS; kind++) {
    const average = averageLengths[fieldOf(kind)] || 1
    const times = (kind >> FIELD_BITS) & (TIMES_ROOM - 1)
    const length = kind >> (FIELD_BITS + TIMES_BITS)
    const norm = K * (1 - B + (B * length) / average)
    gains[kind] = D + (times * (K + 1)) / (times + norm)
  }
  return gains
}
