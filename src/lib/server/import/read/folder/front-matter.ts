import { isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml'

/** The parts of a Markdown file; `lines` has the line of each field. */
export type FrontMatter = {
  fields: Map<string, string>
  lines: Map<string, number>
  body: string
}

/**
 * Limits with room for a title, a description and a date. Without them, malicious YAML could keep the parser busy
 * for hours.
 */
const MAX_CHARACTERS = 1000
const MAX_LINES = 100

type FrontMatterFault = 'absent' | 'open' | 'line' | 'twice'
type Refused = { ok: false; line: number; fault: FrontMatterFault }

/**
 * Reads `---`, YAML with names and texts, `---`, and the text after it. Values are always texts, whatever they
 * look like; lists, aliases and tags are refused.
 * @returns the parts, or the line that cannot be read and what is wrong with it
 */
export function readFrontMatter(text: string): { ok: true; value: FrontMatter } | Refused {
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
  if (lines[0]?.trimEnd() !== '---') return refuse(1, 'absent')
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  if (end < 0) return refuse(1, 'open')
  const head = lines.slice(1, end)
  const long = head.findIndex((line, at) => at >= MAX_LINES || line.length > MAX_CHARACTERS)
  if (long >= 0) return refuse(long + 2, 'line')
  const read = readFields(head.map(meant).join('\n'))
  if (!read.ok) return read
  const body = lines
    .slice(end + 1)
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
  return { ok: true, value: { ...read.value, body } }
}

/** A plain text containing a colon or number sign, which YAML would misunderstand. */
const PLAIN = /^([A-Za-z][\w-]*:\s+)([^\s"'#&*!|>@`%[{].*(?:: | #|:$).*?)\s*$/

/** The line as somebody means it who does not know YAML: `title: Rice: our #1` has one text. */
const meant = (line: string): string =>
  line.replace(PLAIN, (_, name: string, text: string) => name + JSON.stringify(text))

function readFields(yaml: string): { ok: true; value: Omit<FrontMatter, 'body'> } | Refused {
  const counter = new LineCounter()
  // Plus one, for the dashes in the first line.
  const lineOf = (at = 0) => counter.linePos(at).line + 1
  const document = parseDocument(yaml, { lineCounter: counter, schema: 'failsafe' })
  const [error] = document.errors
  if (error) return refuse(lineOf(error.pos[0]), error.code === 'DUPLICATE_KEY' ? 'twice' : 'line')
  const fields = new Map<string, string>()
  const lines = new Map<string, number>()
  const { contents } = document
  if (contents === null) return { ok: true, value: { fields, lines } }
  if (!isMap(contents)) return refuse(lineOf(contents.range?.[0]), 'line')
  for (const { key, value } of contents.items) {
    const line = lineOf(isScalar(key) ? key.range?.[0] : undefined)
    const name = textOf(key)
    const plain = value === null ? '' : textOf(value)
    if (name === undefined || plain === undefined) return refuse(line, 'line')
    fields.set(name, plain)
    lines.set(name, line)
  }
  return { ok: true, value: { fields, lines } }
}

/**
 * The text of a node; undefined unless it is a single line. A line break in a title would break the page's head,
 * too.
 */
function textOf(node: unknown): string | undefined {
  if (!isScalar(node) || node.anchor !== undefined || node.tag !== undefined) return undefined
  const text = node.value ?? ''
  return typeof text === 'string' && !/\p{Cc}/u.test(text) ? text : undefined
}

const refuse = (line: number, fault: FrontMatterFault): Refused => ({ ok: false, line, fault })

/** Writes a file that `readFrontMatter` reads back unchanged. */
export function writeFrontMatter(fields: [name: string, value: string][], body: string): string {
  const yaml = fields.length > 0 ? stringify(new Map(fields), { lineWidth: 0 }) : ''
  return `---\n${yaml}---\n\n${body}\n`
}
