/** The progress of an import. */
export type ImportProgress =
  | { step: 'reading'; bytes: number; total: number }
  | { step: 'pictures'; done: number; total: number }
  | { step: 'saving'; done: number; total: number }

const MEGABYTE = 1_000_000

/** The progress in words. */
export function describeProgress(progress: ImportProgress): string {
  if (progress.step === 'reading') {
    const mb = (bytes: number) => (bytes / MEGABYTE).toFixed(1)
    return `Reading: ${mb(progress.bytes)} of ${mb(progress.total)} MB`
  }
  const [what, unit] =
    progress.step === 'pictures' ? ['Pictures', 'pictures'] : ['Saving', 'products']
  return `${what}: ${progress.done} of ${progress.total} ${unit}`
}
