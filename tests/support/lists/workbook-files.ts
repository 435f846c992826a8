import { zipOf, type ZipEntry } from './zip-files.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** A cell: text, a number, or its XML. */
type CellValue = string | number | { xml: string } | null
type SheetOf = { name: string; state?: string; xml: string }

/** Styles by index: 0 plain, 1 a date, 2 date and time, 3 percent, 4 four digits. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2">
<numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0000"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>
<xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs></styleSheet>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The XML of a sheet with these rows, starting at row 1; empty rows are left out. */
export function sheetOf(rows: CellValue[][]): string {
  const lines = rows.map((cells, at) => {
    const line = at + 1
    const written = cells.map((cell, column) => toCell(cell, `${columnName(column)}${line}`))
    return cells.length === 0 ? '' : `<row r="${line}">${written.join('')}</row>`
  })
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function toCell(cell: CellValue, reference: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${reference}"`)
  return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** A workbook as saved by spreadsheet programs; `more` replaces or adds parts. */
export function workbookOf(sheets: SheetOf[], texts: string[] = [], more: ZipEntry[] = []): Buffer {
  const list = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  )
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const shared = texts.map((text) => `<si>${text}</si>`)
  const parts: ZipEntry[] = [
    { name: '[Content_Types].xml', body: `${XML}<Types xmlns="${PACKAGE}/content-types"/>` },
    {
      name: 'xl/workbook.xml',
      body: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      body: `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`,
    },
    { name: 'xl/styles.xml', body: STYLES },
    { name: 'xl/sharedStrings.xml', body: `${XML}<sst xmlns="${MAIN}">${shared.join('')}</sst>` },
    ...sheets.map(({ xml }, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, body: xml })),
  ]
  const names = new Set(more.map(({ name }) => name))
  return zipOf([...parts.filter(({ name }) => !names.has(name)), ...more])
}
