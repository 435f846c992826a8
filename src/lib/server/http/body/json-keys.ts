/** The strings and the signs of a JSON text; what lies between says nothing of its keys. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Whether an object of a valid JSON text has a key twice: readers differ in which of them counts (A42). */
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

/** By what it means, not by how it is written. */
function isSecond(keys: Set<unknown> | undefined, text: string): boolean {
  const key: unknown = JSON.parse(text)
  if (!keys || keys.has(key)) return keys !== undefined
  keys.add(key)
  return false
}
