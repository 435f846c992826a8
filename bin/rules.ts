// npm run rules: writes behind each rule of docs/rules the first test whose title cites it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const RULES = join(ROOT, 'docs/rules')

/** A code of a rule, wherever it stands in a text. */
export const CODE = /(?<![\w#-])(S-\d{3}|[AEFGT]\d{2}|I[1-8]|H\d{1,2}[a-h]?|P\d{1,2})(?![\w-])/g
/** A rule: its anchor, its code, its sentence, and the test that shows it. */
export const RULE =
  /^- <a id="([\w-]+)"><\/a>\*\*([\w-]+)\*\* (.*?)(?: \[test\]\(\.\.\/\.\.\/([^)]+)\))?$/gm

/** The Markdown files of the rules, with their texts. */
export const ruleFiles = () =>
  readdirSync(RULES)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => ({ path: join(RULES, name), text: readFileSync(join(RULES, name), 'utf8') }))

/** Each code that tests cite, with their files in order of the alphabet. */
export function testsByCode(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const folder of ['tests/browser', 'tests/unit']) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names.filter((file) => file.endsWith('.test.ts'))) {
      const codes = new Set(readFileSync(join(ROOT, folder, name), 'utf8').match(CODE))
      for (const code of codes) found.set(code, [...(found.get(code) ?? []), `${folder}/${name}`])
    }
  }
  return found
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
