/** A Markdown file in its parts; `lines` tells where a field stands. */
export type FrontMatter = {
  fields: Map<string, string>
  lines: Map<string, number>
  body: string
}

const FIELD = /^([A-Za-z][\w-]*)\s*:(?:\s+(.*))?$/

/**
 * Reads `---`, lines of `name: value`, `---` and the text after it: the part of YAML that a title, a
 * description and a date need. A value may stand in quotes.
 * @returns the number of the line that cannot be read, and what is wrong with it
 */
export function readFrontMatter(
  text: string,
): { ok: true; value: FrontMatter } | { ok: false; line: number; fault: FrontMatterFault } {
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
  const refuse = (line: number, fault: FrontMatterFault) => ({ ok: false as const, line, fault })
  if (lines[0]?.trimEnd() !== '---') return refuse(1, 'absent')
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  if (end < 0) return refuse(1, 'open')
  const front: FrontMatter = { fields: new Map(), lines: new Map(), body: '' }
  for (const [at, line] of lines.slice(1, end).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, name, value] = FIELD.exec(line.trimEnd()) ?? []
    const plain = value === undefined ? '' : unquote(value.trim())
    if (name === undefined || plain === undefined) return refuse(at + 2, 'line')
    if (front.fields.has(name)) return refuse(at + 2, 'twice')
    front.fields.set(name, plain)
    front.lines.set(name, at + 2)
  }
  front.body = lines
    .slice(end + 1)
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
  return { ok: true, value: front }
}

export type FrontMatterFault = 'absent' | 'open' | 'line' | 'twice'

function unquote(text: string): string | undefined {
  if (/^'.*'$/.test(text) && text.length > 1) return text.slice(1, -1).replaceAll("''", "'")
  if (!text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    // A line break by way of an escape would be one in the head of the page too.
    return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The file that `readFrontMatter` reads back as it was. */
export function writeFrontMatter(fields: [name: string, value: string][], body: string): string {
  const lines = fields.map(([name, value]) => `${name}: ${quote(value)}\n`)
  return `---\n${lines.join('')}---\n\n${body}\n`
}

/** Quoted where another reader of YAML would take the text for something else. */
function quote(value: string): string {
  const isPlain = /^[\p{L}\p{N}(]/u.test(value) && !/: | #|:$/.test(value)
  return isPlain ? value : JSON.stringify(value)
}
