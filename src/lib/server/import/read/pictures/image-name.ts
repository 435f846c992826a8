import type { Result } from '#lib/result.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'

const LONGEST = 150

/** The name of a file with each accent in its letter: Macs name files with accents as signs of their own. */
export const composed = (name: string): string => name.normalize('NFC')

/** How a composed name may have been stored: earlier, names of a Mac were kept as they came. */
export const spellings = (name: string): string[] => [name, name.normalize('NFD')]

/**
 * Reads the name of a file in the folder's images/, or says why it is none. A prefix `images/` is accepted, since
 * people copy it from their file manager.
 */
export function readImageName(text: string): Result<string> {
  const name = composed(text.replace(/^(\.\/)?images\//, ''))
  if (/^[a-z][a-z\d+.-]*:/i.test(name) || name.startsWith('//')) {
    return { ok: false, error: rowReasons.imageIsAddress(text) }
  }
  if (name.includes('/') || name.includes('\\') || name.includes('..') || name.startsWith('.')) {
    return { ok: false, error: rowReasons.imageLeavesFolder(text) }
  }
  if (!/\.(jpe?g|png|webp|avif)$/i.test(name))
    return { ok: false, error: rowReasons.imageKind(text) }
  if (name.length > LONGEST) {
    return { ok: false, error: rowReasons.tooLong('image name', name.length, LONGEST) }
  }
  return { ok: true, value: name }
}
