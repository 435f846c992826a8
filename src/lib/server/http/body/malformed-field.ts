const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** An array of plain values, or of flat objects such as the products of an order. */
const isList = (value: unknown) =>
  Array.isArray(value) && value.every((one) => isPlain(one) || isRow(one))

const isRow = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(isPlain)

/**
 * The name of the first field whose value is not plain (text, number, boolean or null). Only the fields named
 * in `lists`, as declared by the route, may be lists (A07).
 */
export function findMalformedField(
  fields: Record<string, unknown> | undefined,
  lists: readonly string[] = [],
): string | undefined {
  return Object.entries(fields ?? {}).find(
    ([name, value]) => !(isPlain(value) || (lists.includes(name) && isList(value))),
  )?.[0]
}
