import { importProgressTexts } from '#lib/texts/page/import/progress.ts'

/** The progress of an import. */
export type ImportProgress =
  | { step: 'reading'; bytes: number; total: number }
  | { step: 'pictures'; done: number; total: number }
  | { step: 'saving'; done: number; total: number }

/** The progress in words. */
export function describeProgress(progress: ImportProgress): string {
  if (progress.step === 'reading')
    return importProgressTexts.reading(progress.bytes, progress.total)
  return importProgressTexts[progress.step](progress.done, progress.total)
}
