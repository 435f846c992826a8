import type { RowFault } from '#lib/server/import/read/product/product.ts'
import { guessMatching } from '#lib/server/import/read/columns/guess-matching.ts'
import { readHead } from '#lib/server/import/read/list/list-head.ts'
import { findLacking, toMapText } from '#lib/server/import/read/columns/matching.ts'
import type { Call } from './call.ts'

/** If a list was refused because it lacks the column sku: prints how to match its columns. */
export async function hintMap(call: Call, errors: readonly RowFault[]): Promise<void> {
  const { flags, path = '', terminal } = call
  const hasNone = errors.some(
    ({ line, sku, column }) => line === 1 && sku === '' && column === 'sku',
  )
  if (!hasNone || flags.map !== undefined) return
  const head = await readHead(path)
  if ('refusal' in head) return
  const matching = guessMatching(head)
  const lacking = findLacking(matching)
  const rest = lacking.length > 0 ? ` (still to be matched: ${lacking.join(', ')})` : ''
  const map = JSON.stringify(JSON.parse(toMapText(matching)), undefined, 2)
  terminal.err(
    `With --map a list of any columns is taken. Save this guess as map.json, correct it${rest}, and add --map map.json (docs/import.md):\n${map}\n`,
  )
}
