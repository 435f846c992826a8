import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Files of Markdown that a document leads to. */
const linkedFrom = (path: string) =>
  [...read(path).matchAll(/\]\(([^)#:]+\.md)/g)].map(([, link = '']) =>
    normalize(join(dirname(path), link)),
  )

test('a reader who starts at README reaches every document', () => {
  const reached = new Set(['README.md'])
  for (const path of reached) for (const linked of linkedFrom(path)) reached.add(linked)
  const all = globSync('docs/**/*.md', { cwd: ROOT })
  expect(all.filter((path) => !reached.has(path))).toEqual([])
})

const STRING = /(['"`])((?:\\.|(?!\1).)*)\1/g

/** What a text of the shop can begin with: the words of its first sentence, with anything where it has a value. */
function asPattern(text: string): RegExp | undefined {
  const [sentence = ''] = text.split('. ')
  const words = sentence.replace(/\.$/, '').split(/\$\{.*?\}/)
  if (!/\w{3}/.test(words.join(''))) return undefined
  return new RegExp(`^${words.map((part) => part.replaceAll(/\W/g, '\\$&')).join('.+')}$`)
}

/** Names of what stands on the screen: in backticks, or bold within a sentence, with an arrow from one to the next. */
function labelsOf(path: string): string[] {
  const paragraphs = read(path).split(/\n(?=\s*(?:\n|[-*#|] |\d+\. ))/)
  return paragraphs
    .map((text) =>
      text
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replace(/^(?:[-*]|\d+\.) /, ''),
    )
    .flatMap((text) => [...text.matchAll(/`([A-Z][a-z]+(?: [^`]*)?)`|(?<=.)\*\*([A-Z].*?)\*\*/g)])
    .flatMap(([, code, bold = '']) => code ?? bold.split(' → '))
}

test('a button or message that a guide quotes is in the shop, word for word', () => {
  const said = globSync('src/lib/texts/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(STRING)].flatMap(([, , text = '']) => asPattern(text) ?? []),
  )
  const guides = ['docs/editors.md', 'docs/orders.md', 'docs/payments.md']
  const labels = guides.flatMap(labelsOf)
  expect(labels).toContain('Take down')
  expect(labels.filter((label) => !said.some((text) => text.test(label)))).toEqual([])
})
