/** Makes a value when it is first needed: a date or number formatter costs a slow phone 30 ms. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
