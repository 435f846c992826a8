/** What a figure may be at most, or must be at least. */
export type Budget = { most: number } | { least: number }

/** `ms` after a space, `×` at once; and how many digits stand behind the point. */
export type Unit = { name: string; digits?: number }

export const MS: Unit = { name: ' ms' }
export const SECONDS: Unit = { name: ' s', digits: 2 }
export const TIMES: Unit = { name: '×', digits: 2 }
export const MEGABYTES: Unit = { name: ' MB' }

/**
 * A figure with its budget where it has one, as in `182 ms (budget 150 ms: EXCEEDED)`; beyond it the bench ends with 1, after it
 * has measured the rest.
 */
export function withBudget(
  value: number,
  budget: Budget | undefined,
  { name, digits = 0 }: Unit,
): string {
  const figure = `${value.toFixed(digits)}${name}`
  if (!budget) return figure
  const isKept = 'most' in budget ? value <= budget.most : value >= budget.least
  if (!isKept) process.exitCode = 1
  const goal = 'most' in budget ? `${budget.most}${name}` : `at least ${budget.least}${name}`
  return `${figure} (budget ${goal}${isKept ? '' : ': EXCEEDED'})`
}

/** What must not be: how many there are, or that there is none. */
export function noneOf(what: string, count: number): string {
  if (count > 0) process.exitCode = 1
  return count === 0 ? `no ${what}` : `${count} ${what}: NONE is allowed`
}
