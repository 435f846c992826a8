import type { Result } from '#lib/result.ts'
import { reasons } from '../reasons.ts'

const LONGEST = 150

/**
 * A plain file name of the folder's images/, or why it is none. `images/` before it is accepted:
 * people copy it from their file manager.
 */
export function readImageName(text: string): Result<string> {
  const name = text.replace(/^(\.\/)?images\//, '')
  if (/^[a-z][a-z\d+.-]*:/i.test(name) || name.startsWith('//')) {
    return { ok: false, error: reasons.imageIsAddress(text) }
  }
  if (name.includes('/') || name.includes('\\') || name.includes('..') || name.startsWith('.')) {
    return { ok: false, error: reasons.imageLeavesFolder(text) }
  }
  if (!/\.(jpe?g|png|webp|avif)$/i.test(name)) return { ok: false, error: reasons.imageKind(text) }
  if (name.length > LONGEST) {
    return { ok: false, error: reasons.tooLong('image name', name.length, LONGEST) }
  }
  return { ok: true, value: name }
}
