/** The characters that Windows-1252 has at 0x80–0x9F, by character; all others equal Latin-1. */
const WINDOWS = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((char, at) => [
    char,
    0x80 + at,
  ]),
)
const FAR = `\\u0080-\\u00bf${[...WINDOWS.keys()].join('')}`
/**
 * What the bytes of one UTF-8 character look like if each is read as Windows-1252. Of two-byte characters only
 * Latin letters are covered; others of that length do not occur in a shop here.
 */
const BROKEN = new RegExp(
  `(?:[\\u00c2-\\u00c5][${FAR}]|[\\u00e0-\\u00ef][${FAR}]{2}|[\\u00f0-\\u00f4][${FAR}]{3})+`,
  'g',
)
const strict = new TextDecoder('utf-8', { fatal: true })

/** Letters that a program broke by reading UTF-8 as Windows-1252, and what they were. */
export type BrokenLetters = { broken: string; meant: string }

/** The first broken letters in a text (`Â°`, `à¤—`), or undefined. */
export function findBrokenLetters(text: string): BrokenLetters | undefined {
  for (const [broken] of text.matchAll(BROKEN)) {
    const meant = repair(broken)
    if (meant !== undefined) return { broken, meant }
  }
  return undefined
}

/** How often a text may have been broken: once by each program it went through. */
const MAX_TIMES = 3

/** The text with all broken letters repaired. */
export function repairLetters(text: string): string {
  let whole = text
  for (let times = 0; times < MAX_TIMES; times++) {
    const before = whole
    whole = before.replace(BROKEN, (broken) => repair(broken) ?? broken)
    if (whole === before) break
  }
  return whole
}

function repair(broken: string): string | undefined {
  const bytes = [...broken].map((char) => WINDOWS.get(char) ?? char.charCodeAt(0))
  try {
    const meant = strict.decode(Uint8Array.from(bytes))
    return /[\u0080-\u009f]/.test(meant) ? undefined : meant
  } catch {
    return undefined
  }
}
