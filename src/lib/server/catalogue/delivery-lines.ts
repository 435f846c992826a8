import type { Db } from '#lib/server/database/schema.ts'

/**
 * A row of delivery.csv as one text, by which lists are merged, recorded and taken back: `411`, or `411=in 2 to 5
 * days` with words for when it comes.
 */
export const deliveryLine = (prefix: string, words: string): string =>
  words === '' ? prefix : `${prefix}=${words}`

/** The first digits of PIN codes and the words of such a line; '' without words. */
export function readDeliveryLine(line: string): { prefix: string; words: string } {
  const at = line.indexOf('=')
  return at < 0
    ? { prefix: line, words: '' }
    : { prefix: line.slice(0, at), words: line.slice(at + 1) }
}

/** The lines of delivery.csv, in order. */
export async function loadDeliveryLines(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('delivery_pin').select(['prefix', 'words']).execute()
  return rows.map(({ prefix, words }) => deliveryLine(prefix, words)).sort()
}

/** The beginnings of PIN codes that delivery.csv names, in order. */
export async function loadDeliveryPins(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('delivery_pin').select('prefix').execute()
  return rows.map(({ prefix }) => prefix).sort()
}
