import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Pages and articles that a list removes: how many, and the titles of the first few. */
export type GoneTexts = { count: number; named: string[] }

const NAMED = 3

/** @returns undefined if at most one text is removed, as a form does */
export function findGoneTexts(changes: readonly LoggedChange[]): GoneTexts | undefined {
  const gone = changes.filter(({ kind, after }) => kind === 'content' && after === null)
  if (gone.length < 2) return undefined
  const titles = gone.map(({ before }) => String(before?.['title'] ?? '')).toSorted()
  return { count: gone.length, named: titles.slice(0, NAMED) }
}
