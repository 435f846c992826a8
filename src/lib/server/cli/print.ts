import type { RowFault } from '../import/product.ts'
import { describeProgress, type ImportProgress } from '../import/progress.ts'
import { paint, type ProgressBar, type Terminal } from './terminal.ts'

/** More lines nobody reads; `--json` has them all. */
const MOST_SHOWN = 200

export function printErrors(terminal: Terminal, errors: RowFault[]): void {
  for (const error of errors.slice(0, MOST_SHOWN)) {
    terminal.err(`${paint(terminal, 'red', placeOf(error))}: ${error.reason}\n`)
  }
  const more = errors.length - MOST_SHOWN
  if (more > 0) terminal.err(`… and ${more} more, which --json names.\n`)
}

function placeOf({ line, sku, column }: RowFault): string {
  const parts = [`line ${line}`]
  if (sku !== '') parts.push(`sku ${sku}`)
  if (column !== null) parts.push(`column ${column}`)
  return parts.join(', ')
}

export function printWarnings(terminal: Terminal, warnings: string[]): void {
  for (const warning of warnings) terminal.err(`${paint(terminal, 'yellow', 'Note')}: ${warning}\n`)
}

/** Shows on a bar how far an import is. */
export function showProgress(bar: ProgressBar): (progress: ImportProgress) => void {
  return (progress) => {
    const done = progress.step === 'reading' ? progress.bytes : progress.done
    bar.show(describeProgress(progress), done / Math.max(1, progress.total))
  }
}
