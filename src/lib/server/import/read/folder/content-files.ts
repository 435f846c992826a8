import { isUtf8 } from 'node:buffer'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CONTENT_FOLDERS,
  CONTENT_KINDS,
  type ContentKind,
  frontMatterSchema,
  isAddress,
  isReserved,
  MAX_ADDRESS,
  MAX_BODY,
} from '#lib/catalogue/content.ts'
import { joinFormer, splitFormer } from '#lib/catalogue/former-addresses.ts'
import { findBrokenLetters } from '#lib/server/import/read/text/broken-letters.ts'
import { contentReasons } from '#lib/texts/page/import/content-reasons.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import type { FaultCode, RowFault } from '#lib/server/import/read/product/product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'

/** A text of pages/ or blog/ that was accepted. */
export type ImportedPage = {
  id: string
  title: string
  description: string
  body: string
  date: string | null
  /** Addresses it had before; null if its file says nothing of them. */
  formerly: string | null
}

/** All texts of one folder; `refused` are the ids of those with a fault. */
export type ImportedContent = { kind: ContentKind; pages: ImportedPage[]; refused: Set<string> }

type Fault = Omit<RowFault, 'sku'>
type Read = { ok: true; value: ImportedPage } | { ok: false; faults: Fault[] }

/** A character takes at most four bytes in UTF-8, and the front matter is small. */
const MAX_BYTES = 4 * MAX_BODY + 10_000

/** Reads pages/ and blog/ of a catalogue folder; a missing folder leaves the shop's texts as they are. */
export async function readContent(folder: string) {
  const contents: ImportedContent[] = []
  const faults: RowFault[] = []
  const warnings: string[] = []
  for (const kind of CONTENT_KINDS) {
    const names = await readdir(join(folder, CONTENT_FOLDERS[kind])).catch(() => undefined)
    if (!names) continue
    const content: ImportedContent = { kind, pages: [], refused: new Set() }
    for (const name of names.sort()) {
      const file = `${CONTENT_FOLDERS[kind]}/${name}`
      if (name.startsWith('.') || !name.toLowerCase().endsWith('.md')) {
        if (!name.startsWith('.')) warnings.push(importWarnings.otherFile(file))
        continue
      }
      const read = await readPage(kind, name, join(folder, file))
      if (read.ok) content.pages.push(read.value)
      else content.refused.add(name.slice(0, -'.md'.length))
      const found = read.ok ? [] : read.faults
      faults.push(
        ...found.map((fault) => ({ ...fault, sku: '', reason: `${file}: ${fault.reason}` })),
      )
    }
    contents.push(content)
  }
  return { contents, faults, warnings }
}

async function readPage(kind: ContentKind, name: string, path: string): Promise<Read> {
  const id = name.slice(0, -'.md'.length)
  if (id.length > MAX_ADDRESS) return refuse(contentReasons.nameTooLong(MAX_ADDRESS))
  if (!isAddress(id) || !name.endsWith('.md')) return refuse(contentReasons.fileName)
  if (isReserved(kind, id)) return refuse(contentReasons.reserved(id))
  // A symbolic link could lead to any file on this machine.
  const found = await lstat(path)
  if (!found.isFile()) return refuse(contentReasons.noFile)
  if (found.size > MAX_BYTES) return refuse(contentReasons.tooLarge(MAX_BODY))
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) return refuse(rowReasons.notUtf8)
  const text = bytes.toString('utf8')
  const broken = findBrokenLetters(text)
  if (broken) {
    const line = lineAt(text, text.indexOf(broken.broken))
    return refuse(rowReasons.brokenLetters(broken), line, 'brokenLetters')
  }
  const bad = /[^\P{Cc}\t\r\n]/u.exec(text)
  if (bad) return refuse(rowReasons.forbiddenCharacter(bad[0]), lineAt(text, bad.index))
  const front = readFrontMatter(text)
  if (!front.ok) return refuse(contentReasons[front.fault], front.line)
  return checkPage(kind, id, front.value)
}

function checkPage(kind: ContentKind, id: string, front: FrontMatter): Read {
  const { fields, lines, body } = front
  const faults: Fault[] = []
  const fault = (column: string | null, reason: string) =>
    faults.push({ line: lines.get(column ?? '') ?? 1, column, reason })
  // An empty value counts as missing.
  const given = Object.fromEntries([...fields].filter(([, value]) => value !== ''))
  const parsed = frontMatterSchema.safeParse(given)
  for (const issue of parsed.error?.issues ?? []) {
    const column = String(issue.path[0] ?? '')
    const value = given[column]
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fault(key, contentReasons.unknown(key))
    } else if (value === undefined) fault(column, contentReasons.missing(column))
    else if (issue.code === 'too_big')
      fault(column, contentReasons.fieldTooLong(column, Number(issue.maximum)))
    else fault(column, REASONS[column]?.(value) ?? contentReasons.missing(column))
  }
  if (kind === 'blog' && given['date'] === undefined) fault('date', contentReasons.missing('date'))
  if (body === '') fault(null, contentReasons.empty)
  if (body.length > MAX_BODY) fault(null, contentReasons.tooLarge(MAX_BODY))
  if (!parsed.success || faults.length > 0) return { ok: false, faults }
  const { title, description, date = null } = parsed.data
  // Empty, it takes those away that the text has.
  const said = fields.has('formerly') ? (parsed.data.formerly ?? '') : null
  const formerly = said === null ? null : joinFormer(splitFormer(said))
  return { ok: true, value: { id, title, description, body, date, formerly } }
}

const REASONS: Record<string, (value: string) => string> = {
  date: contentReasons.date,
  formerly: contentReasons.formerly,
}

const refuse = (reason: string, line = 1, code?: FaultCode): Read => ({
  ok: false,
  faults: [{ line, column: null, reason, ...(code && { code }) }],
})

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length
