import { splitFormer } from '#lib/catalogue/former-addresses.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Pages and articles that a list removes: how many, and the titles of the first few. */
export type GoneTexts = { count: number; named: string[] }

const NAMED = 3

/** @returns undefined if at most one text is removed, as a form does */
export function findGoneTexts(changes: readonly LoggedChange[]): GoneTexts | undefined {
  const texts = changes.filter(({ kind }) => kind === 'content')
  // A text that was renamed is not gone.
  const renamed = new Set(texts.flatMap(({ key, after }) => formerKeys(key, after)))
  const gone = texts.filter(({ key, after }) => after === null && !renamed.has(key))
  if (gone.length < 2) return undefined
  const titles = gone.map(({ before }) => String(before?.['title'] ?? '')).toSorted()
  return { count: gone.length, named: titles.slice(0, NAMED) }
}

function formerKeys(key: string, after: Fields | null): string[] {
  const [kind = ''] = key.split(':')
  return splitFormer(String(after?.['formerly'] ?? '')).map((id) => `${kind}:${id}`)
}
