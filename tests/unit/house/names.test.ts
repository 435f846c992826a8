import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'

/** The names that a file of src/lib exports, of those that `found` matches. */
function exportsOf(folder: string, found: RegExp): { path: string; name: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(found)].map(([, name = '']) => ({
        path,
        name,
      })),
    )
}

const EXPORT = /^export (?:async )?(?:type|class|function\*?|const) (\w+)/gm

/** Each command has a `verb`, and each migration the name of what it makes. */
const isByCustom = ({ path, name }: { path: string; name: string }) =>
  name === 'verb' || path.startsWith('src/lib/server/database/migrations/')

test('a name that lib exports stands for one thing', () => {
  const all = exportsOf('src/lib', EXPORT).filter((each) => !isByCustom(each))
  expect(all.length).toBeGreaterThan(1000)
  const files = Map.groupBy(all, ({ name }) => name)
  const several = [...files.values()].filter(
    (each) => new Set(each.map(({ path }) => path)).size > 1,
  )
  expect(several.flat().map(({ path, name }) => `${name} ${path}`)).toEqual([])
})

test('an object of words is named Texts, Messages, Answers or after what it lists', () => {
  const objects = exportsOf('src/lib/texts', /^export const (\w+)(?:: .+)? = \{$/gm)
  expect(objects.length).toBeGreaterThan(50)
  const named = /(?:Texts|Messages|Answers|Reasons|Warnings|Mails?|Actions|Details|_NAMES)$/
  expect(objects.filter(({ name }) => !named.test(name)).map(({ name }) => name)).toEqual([])
})
