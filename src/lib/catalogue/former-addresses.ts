/** How many former addresses of a text are kept: the latest ones. */
export const MAX_FORMER = 10

/** The addresses in a line such as `soft-rotis, rotis`. */
export const splitFormer = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** The line that names these addresses; the reverse of `splitFormer`. */
export const joinFormer = (addresses: readonly string[]): string => addresses.join(', ')
