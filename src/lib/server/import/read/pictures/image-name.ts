import type { Result } from '#lib/result.ts'
import { rowReasons } from '#lib/texts/page/row-reasons.ts'

const LONGEST = 150

/**
 * A plain file name of the folder's images/, or why it is none. `images/` before it is accepted:
 * people copy it from their file manager.
 */
export function readImageName(text: string): Result<string> {
  const name = text.replace(/^(\.\/)?images\//, '')
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
