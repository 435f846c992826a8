/** What may fail in an expected way: a value, or a code that `lib/texts` words. */
export type Result<Value, Code extends string = string> =
  { ok: true; value: Value } | { ok: false; error: Code }
