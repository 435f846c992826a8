import { counted } from '#lib/texts/counted.ts'
import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import { otherTexts } from '#lib/texts/page/import/other-changes.ts'
import type { CheckReport } from '#lib/server/import/apply/import.ts'
import { FILE_OF_FAULT } from '#lib/server/import/read/faulty-cells.ts'
import type { RowFault } from '#lib/server/import/read/product/product.ts'
import { describeProgress, type ImportProgress } from '#lib/server/import/read/progress.ts'
import { paint, type ProgressBar, type Terminal } from './terminal.ts'

/** Nobody reads more lines than this; `--json` has them all. */
const MAX_SHOWN = 200

/** Prints the faulty rows, the first 200 of them. */
export function printErrors(terminal: Terminal, errors: RowFault[]): void {
  for (const error of errors.slice(0, MAX_SHOWN)) {
    const { file, reason } = splitFile(error)
    terminal.err(`${paint(terminal, 'red', placeOf(error, file))}: ${reason}\n`)
  }
  const more = errors.length - MAX_SHOWN
  if (more > 0) terminal.err(`… and ${more} more; --json lists them all.\n`)
  hintLetters(terminal, errors)
}

/** Tells how broken letters can be repaired. */
function hintLetters(terminal: Terminal, errors: RowFault[]): void {
  const count = errors.filter(({ code }) => code === 'brokenLetters').length
  const rows = counted(count, 'row')
  if (count > 0) terminal.err(`With --repair-letters, the letters of ${rows} are repaired.\n`)
}

/** Separates the file that a fault is in, other than the product list, from the reason. */
function splitFile({ reason }: RowFault): { file: string | undefined; reason: string } {
  const rest = reason.replace(FILE_OF_FAULT, '')
  const file = rest === reason ? undefined : reason.slice(0, reason.length - rest.length)
  return { file: file?.replace(/:\s*$/, ''), reason: rest }
}

/** Prints how many rows are good, and how many entries of other files are refused. */
export function printCounts(
  terminal: Terminal,
  { parsed, accepted, rejected, errors }: CheckReport,
  hasChanges = false,
): void {
  const files = errors.flatMap((error) => splitFile(error).file ?? [])
  if (parsed > 0 || (errors.length > 0 && files.length < errors.length))
    terminal.out(`${counted(parsed, 'row')}: ${accepted} good, ${rejected} refused.\n`)
  const counts = [...Map.groupBy(files, (file) => file)].map(([file, all]) => {
    return `${file}: ${all.length} refused.\n`
  })
  if (parsed === 0 && errors.length === 0 && !hasChanges)
    terminal.out(`${otherTexts.nothingRefused}\n`)
  terminal.out(counts.join(''))
}

function placeOf({ line, sku, column }: RowFault, file: string | undefined): string {
  const parts = [...(file === undefined ? [] : [file]), `line ${line}`]
  if (sku !== '') parts.push(`sku ${sku}`)
  // In shop.json the reason names the field already.
  if (column !== null && !file?.endsWith('.json')) parts.push(`column ${column}`)
  return parts.join(', ')
}

/** Prints each warning as a note. */
export function printWarnings(terminal: Terminal, warnings: string[]): void {
  for (const warning of warnings) terminal.err(`${paint(terminal, 'yellow', 'Note')}: ${warning}\n`)
}

/** Prints each field that would change (old → new) and each page that would be affected. */
export function printChanges(
  terminal: Terminal,
  { changes, pages }: { changes: FieldChange[]; pages: PageChange[] },
): void {
  let last = ''
  for (const { what, sku, field, ...texts } of changes) {
    const title = sku === '' ? what : `${what} (${sku})`
    if (title !== last) terminal.out(`${title}\n`)
    last = title
    terminal.out(`  ${field}: ${shown(texts.old)} → ${shown(texts.new)}\n`)
  }
  terminal.out(`${counted(pages.length, 'page')}:\n`)
  for (const { path, change } of pages) terminal.out(`  ${change} ${path}\n`)
}

const LONGEST = 120

function shown(text: string | null): string {
  if (text === null || text === '') return '(nothing)'
  const line = text.replace(/\s+/g, ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** A callback that shows the progress of an import on a bar. */
export function showProgress(bar: ProgressBar): (progress: ImportProgress) => void {
  return (progress) => {
    const done = progress.step === 'reading' ? progress.bytes : progress.done
    bar.show(describeProgress(progress), done / Math.max(1, progress.total))
  }
}
