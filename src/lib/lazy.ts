/** What is made when it is first asked for: a formatter of dates or numbers costs a slow phone 30 ms. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
