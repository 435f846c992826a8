import { SEVERAL } from '#lib/catalogue/facets.ts'

/** Query names that may be repeated: the list is filtered to any of the values. */
const REPEATABLE: ReadonlySet<string> = new Set(SEVERAL)

/** The first query name that is repeated but may not be: readers differ on which value counts (A42). */
export function doubledName(query: string): string | undefined {
  const seen = new Set<string>()
  for (const name of new URLSearchParams(query).keys()) {
    if (seen.has(name) && !REPEATABLE.has(name)) return name
    seen.add(name)
  }
  return undefined
}
