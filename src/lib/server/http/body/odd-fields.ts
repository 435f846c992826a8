const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** Plain values, or objects of them, as the products of an order are sent. */
const isList = (value: unknown) =>
  Array.isArray(value) && value.every((one) => isPlain(one) || isRow(one))

const isRow = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(isPlain)

/**
 * The first field whose value is neither a text, a number nor a truth, whatever the call would make of it:
 * only those that its route names may be lists (A07).
 */
export function oddField(
  fields: Record<string, unknown> | undefined,
  lists: readonly string[] = [],
): string | undefined {
  return Object.entries(fields ?? {}).find(
    ([name, value]) => !(isPlain(value) || (lists.includes(name) && isList(value))),
  )?.[0]
}
