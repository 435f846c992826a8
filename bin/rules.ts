// npm run rules: adds to each rule in docs/rules without a test a link to the one whose titles are
// most about it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#lib/server/build/root.ts'

const RULES = join(ROOT, 'docs/rules')

/** A rule's code anywhere in a text. */
export const CODE = /(?<![\w#-])(S-\d{3}|[AEFGT]\d{2}|I[1-8]|H\d{1,2}[a-h]?|P\d{1,2})(?![\w-])/g
/** A line with a rule: its anchor, code, sentence, and the test that shows it. */
export const RULE =
  /^- <a id="([\w-]+)"><\/a>\*\*([\w-]+)\*\* (.*?)(?: \[test\]\(\.\.\/\.\.\/([^)]+)\))?$/gm

/** The Markdown files with rules, and their texts. */
export const ruleFiles = () =>
  readdirSync(RULES)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => ({ path: join(RULES, name), text: readFileSync(join(RULES, name), 'utf8') }))

/** The codes at the end of a test's title. */
const TITLE_CODES = new RegExp(`\\(((?:${CODE.source}[ ,]*)+)\\)['"\`]`, 'g')

/**
 * Test files by the codes at the end of their titles, the most specific first: a title with one
 * code is about it, one with five only touches it.
 */
export function testsByCode(): Map<string, string[]> {
  const found = new Map<string, Map<string, number>>()
  for (const folder of ['tests/browser', 'tests/unit']) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names.filter((file) => file.endsWith('.test.ts'))) {
      const text = readFileSync(join(ROOT, folder, name), 'utf8')
      for (const [title] of text.matchAll(TITLE_CODES)) {
        const codes = title.match(CODE) ?? []
        for (const code of codes) {
          const files = found.get(code) ?? new Map<string, number>()
          const path = `${folder}/${name}`
          files.set(path, (files.get(path) ?? 0) + 1 / codes.length)
          found.set(code, files)
        }
      }
    }
  }
  const mostFirst = (files: Map<string, number>) =>
    [...files].toSorted(([, a], [, b]) => b - a).map(([path]) => path)
  return new Map([...found].map(([code, files]) => [code, mostFirst(files)]))
}

if (import.meta.main) {
  const tests = testsByCode()
  for (const { path, text } of ruleFiles()) {
    const written = text.replaceAll(RULE, (_, anchor, code, sentence, shown) => {
      const all = tests.get(code) ?? []
      const test = all.includes(shown) ? shown : all[0]
      const link = test === undefined ? '' : ` [test](../../${test})`
      return `- <a id="${anchor}"></a>**${code}** ${sentence}${link}`
    })
    if (written !== text) writeFileSync(path, written)
  }
}
