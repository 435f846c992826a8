/** A parameter's value, '' when it is absent or empty; undefined when it is there twice: a 404. */
export function readParameter(params: URLSearchParams, name: string): string | undefined {
  const given = params.getAll(name)
  return given.length > 1 ? undefined : (given[0] ?? '')
}
