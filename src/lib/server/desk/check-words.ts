import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import type { Upload } from './uploads.ts'

/** What an editor who has sent a form is told of the check of its list, and whether that is bad news. */
export function wordsOfCheck(upload: Pick<Upload, 'state' | 'found'> | undefined) {
  const { state, found } = upload ?? {}
  if (found && 'refusal' in found) return { error: true, msg: found.refusal }
  if (found && 'report' in found && found.report.faultCount > 0)
    return { error: true, msg: deskListTexts.formFaults }
  const { checking, checked } = deskProductTexts
  return { error: false, msg: state === 'checking' ? checking : checked }
}
