import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../../../src')
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|tsx|astro)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

/** The text objects that a file exports, with the names of their entries. */
function textsOf({ path, text }: { path: string; text: string }) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) => {
      const title = ts.isIdentifier(name) ? name.text : ''
      return /(messages|texts)$/.test(title.toLowerCase())
        ? [{ title, names: namesIn(initializer) }]
        : []
    })
}

function namesIn(node: ts.Expression | undefined): string[] {
  if (node && ts.isAsExpression(node)) return namesIn(node.expression)
  if (!node || !ts.isObjectLiteralExpression(node)) return []
  return node.properties.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []))
}

test('every text is said somewhere', () => {
  const all = sources.flatMap((source) => textsOf(source).map((texts) => ({ ...source, ...texts })))
  expect(all.length).toBeGreaterThan(10)
  const unsaid = all.flatMap(({ title, names, path }) => {
    const users = sources.filter(({ text }) => new RegExp(`\\b${title}\\b`).test(text))
    // Used by its name, by destructuring, or by a code of the same name.
    const isSaid = (name: string) =>
      users.some(({ text }) => new RegExp(`\\.${name}\\b|\\b${name}\\b[^;{]*\\} = `).test(text)) ||
      sources.some(({ text }) => text.includes(`'${name}'`))
    return names.filter((name) => !isSaid(name)).map((name) => `${path} ${title}.${name}`)
  })
  expect(unsaid).toEqual([])
})
