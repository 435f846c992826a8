import { SEVERAL } from '#lib/catalogue/facets.ts'

/** Names that an address may say several times: a list is narrowed to any of these. */
const REPEATABLE: ReadonlySet<string> = new Set(SEVERAL)

/** The name that an address says twice though it may not: nobody guesses which of them counts (A42). */
export function doubledName(query: string): string | undefined {
  const seen = new Set<string>()
  for (const name of new URLSearchParams(query).keys()) {
    if (seen.has(name) && !REPEATABLE.has(name)) return name
    seen.add(name)
  }
  return undefined
}
