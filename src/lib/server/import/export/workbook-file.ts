import { crc32, deflateRawSync } from 'node:zlib'
import { encodeEscapes } from '#lib/server/import/read/list/workbook/escapes.ts'
import { protectFormula } from '#lib/server/import/read/text/text.ts'

/** Columns that a spreadsheet may treat as numbers; all others are text, so that 0042 stays 0042. */
const NUMBERS = new Set([
  'price',
  'oldprice',
  'stock',
  'rating',
  'gst',
  'reorder',
  'saleprice',
  'cost',
])
const PLAIN_NUMBER = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook with one sheet, to which rows are added bit by bit. */
export class WorkbookFile {
  #columns: readonly string[]
  #sheet: Buffer[] = []
  #rows = 1

  /** The first row has the names of the columns, and stays visible. */
  constructor(columns: readonly string[]) {
    this.#columns = columns
    const cols = columns.map((name, at) => columnXml(name, at + 1)).join('')
    const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
    const start = `${HEAD}<worksheet xmlns="${MAIN}">${view}<cols>${cols}</cols><sheetData>`
    this.#sheet.push(
      Buffer.from(start + rowXml(columns.map((name, at) => textCell(name, cellName(at, 1))))),
    )
  }

  /** Adds rows, with cells in the order of the columns. */
  add(rows: readonly (readonly string[])[]): void {
    const xml = rows.map((row) => {
      this.#rows++
      return rowXml(row.map((text, at) => this.#cell(text, at)))
    })
    this.#sheet.push(Buffer.from(xml.join('')))
  }

  #cell(text: string, at: number): string {
    if (text === '') return ''
    const name = cellName(at, this.#rows)
    const isNumber = NUMBERS.has(this.#columns[at] ?? '') && PLAIN_NUMBER.test(text)
    if (isNumber) return `<c r="${name}"><v>${text}</v></c>`
    // A cell of text is no formula; but an apostrophe before such a text is taken off when the list comes back.
    return textCell(text.startsWith("'") ? protectFormula(text) : text, name)
  }

  /** The content of the complete file. */
  toBytes(): Buffer {
    const sheet = Buffer.concat([...this.#sheet, Buffer.from('</sheetData></worksheet>')])
    const parts = Object.entries(PARTS).map(
      ([name, xml]) => [name, Buffer.from(HEAD + xml)] as const,
    )
    return zip([...parts, ['xl/worksheets/sheet1.xml', sheet]])
  }
}

/** Text columns have a text style, for what is typed into them later. */
const columnXml = (name: string, number: number) =>
  `<col min="${number}" max="${number}" width="${name === 'name' ? 40 : 14}"${NUMBERS.has(name) ? '' : ' style="1"'} customWidth="1"/>`

/** `A1` or `AB7`; columns count from 0. */
function cellName(column: number, row: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return `${column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))}${last}${row}`
}

const rowXml = (cells: string[]) => `<row>${cells.join('')}</row>`
const textCell = (text: string, name: string) =>
  `<c r="${name}" s="1" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const escapeXml = (text: string) =>
  encodeEscapes(text).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // The second cell style has the text format (49).
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** The 1st of January 1980, so that equal lists make equal files. */
const DOS_DATE = 33
const VERSION = 20
const DEFLATED = 8

/** A zip of these files (APPNOTE 6.3, in its simplest form). */
function zip(files: (readonly [name: string, bytes: Buffer])[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(DEFLATED, 4)
    common.writeUInt16LE(DOS_DATE, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    local.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const made = Buffer.from([VERSION, 0])
    central.push(Buffer.from('PK\x01\x02'), made, common, place, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end])
}
