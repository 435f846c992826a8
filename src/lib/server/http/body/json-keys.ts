/** Strings and structural characters of a JSON text; all else is irrelevant to its keys. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Whether any object in a valid JSON text has a key twice: parsers differ on which one counts (A42). */
export function hasDoubledKey(json: string): boolean {
  const open: (Set<unknown> | undefined)[] = []
  let last = '""'
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') last = token
    else if (isSecond(open.at(-1), last)) return true
  }
  return false
}

/** Whether the key was seen before. Compares decoded keys: one key can be escaped in several ways. */
function isSecond(keys: Set<unknown> | undefined, text: string): boolean {
  const key: unknown = JSON.parse(text)
  if (!keys || keys.has(key)) return keys !== undefined
  keys.add(key)
  return false
}
