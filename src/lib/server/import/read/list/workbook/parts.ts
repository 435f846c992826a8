import { posix } from 'node:path'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import type { WorkbookArchive } from './archive.ts'
import { decodeEscapes } from './escapes.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { readAllXml, withRun } from './xml.ts'

/** A visible sheet, and its part of the archive. */
type Sheet = { name: string; part: string }
type Book = { sheets: Sheet[]; startsIn1904: boolean }

/** More characters in a workbook's texts, or in a sheet's cells, would not fit into the desk's memory. */
export const MAX_CHARACTERS = 64 * 2 ** 20

/** The visible sheets of a workbook, in order. */
export async function readBook(archive: WorkbookArchive): Promise<Book> {
  const book = await archive.part('xl/workbook.xml')
  const links = await archive.part('xl/_rels/workbook.xml.rels')
  if (!book || !links) throw new ListRefused(fileReasons.workbookKind)
  const targets = new Map<string, string>()
  await readAllXml(links, {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, posix.join('/xl', Target).slice(1))
      if (name === 'Relationship' && Target.startsWith('/')) targets.set(Id, Target.slice(1))
    },
  })
  const sheets: Sheet[] = []
  let startsIn1904 = false
  await readAllXml(book, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') startsIn1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      const { name = '', state = 'visible' } = attributes
      const part = targets.get(attributes['r:id'] ?? '')
      if (tag === 'sheet' && state === 'visible' && part !== undefined) sheets.push({ name, part })
    },
  })
  return { sheets, startsIn1904 }
}

/** The texts that cells refer to by number, without phonetic guides of Asian languages. */
export async function readSharedTexts(archive: WorkbookArchive): Promise<string[]> {
  const stream = await archive.part('xl/sharedStrings.xml')
  const texts: string[] = []
  let characters = 0
  let current = ''
  let isText = false
  let isReading = false
  if (!stream) return texts
  await readAllXml(stream, {
    open: (name) => {
      if (name === 'si') current = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text: (text) => {
      if (!isText) return
      current = withRun(current, text)
      characters += text.length
      if (characters > MAX_CHARACTERS) throw new ListRefused(fileReasons.workbookLarge)
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') isReading = false
      if (name === 'si') texts.push(decodeEscapes(current))
    },
  })
  return texts
}

/** How a style shows a number, as far as it changes what an editor reads. */
export type NumberForm = 'plain' | 'date' | 'percent' | { digits: number }

/** Ids of built-in date formats (ECMA-376, 18.8.30). */
const DATE_IDS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const PERCENT_IDS = new Set([9, 10])
/** No program writes a longer format code, and one full of brackets could take hours to match. */
const MAX_OF_CODE = 255

/** The number formats of a workbook's cell styles, in order. */
export async function readNumberForms(archive: WorkbookArchive): Promise<NumberForm[]> {
  const stream = await archive.part('xl/styles.xml')
  const codes = new Map<number, string>()
  const forms: NumberForm[] = []
  let isCells = false
  if (!stream) return forms
  await readAllXml(stream, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isCells = true
      if (name === 'xf' && isCells) forms.push(formOf(id, codes.get(id)))
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return forms
}

function formOf(id: number, code: string | undefined): NumberForm {
  if (code === undefined) {
    return DATE_IDS.has(id) ? 'date' : PERCENT_IDS.has(id) ? 'percent' : 'plain'
  }
  if (code.length > MAX_OF_CODE) return 'plain'
  // Quoted texts, colours and locales in brackets do not tell the kind of format.
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '').toLowerCase()
  if (/^0{2,30}$/.test(bare)) return { digits: bare.length }
  if (/[dyh]/.test(bare) || /m{1,5}/.test(bare)) return 'date'
  return bare.includes('%') ? 'percent' : 'plain'
}
