/**
 * The result of an operation that may fail in an expected way: a value, or an error code worded in
 * `lib/texts`.
 */
export type Result<Value, Code extends string = string> =
  { ok: true; value: Value } | { ok: false; error: Code }
