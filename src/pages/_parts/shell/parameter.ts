/**
 * A parameter's value; '' if it is absent or empty, undefined if it is given twice, which is
 * answered with a 404.
 */
export function readParameter(params: URLSearchParams, name: string): string | undefined {
  const given = params.getAll(name)
  return given.length > 1 ? undefined : (given[0] ?? '')
}
