import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { CODE, RULE, ruleFiles, testsByCode } from '#bin/rules.ts'
import { ROOT } from '#lib/server/build/root.ts'

const rules = ruleFiles().flatMap(({ text }) =>
  [...text.matchAll(RULE)].map(([, anchor, code = '', , shown]) => ({ anchor, code, shown })),
)

test('each rule stands once, under its own anchor', () => {
  const codes = rules.map(({ code }) => code)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  for (const { anchor, code } of rules) expect(anchor).toBe(code.toLowerCase())
  const lines = ruleFiles().flatMap(({ text }) => text.match(/^- .*/gm) ?? [])
  expect(codes).toHaveLength(lines.length)
})

test('a code that is cited anywhere is that of a rule', () => {
  const known = new Set(rules.map(({ code }) => code))
  const cited = ['src', 'bin', 'docs', 'tests']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(ROOT, folder, name),
      ),
    )
    .filter((path) => /\.(ts|tsx|astro|mjs|md)$/.test(path) && !path.includes('node_modules'))
    .flatMap((path) => {
      // A time such as 2026-01-01T00:00 contains no code.
      const text = readFileSync(path, 'utf8').replaceAll(/T\d\d:/g, '')
      return (text.match(CODE) ?? []).map((code) => ({ code, path: path.slice(ROOT.length + 1) }))
    })
  expect(cited.filter(({ code }) => !known.has(code))).toEqual([])
})

test('each rule names a test that cites it', () => {
  const tests = testsByCode()
  const lost = rules.filter(({ code, shown = '' }) => !tests.get(code)?.includes(shown))
  expect(
    lost.map(({ code }) => code),
    'npm run rules writes them anew',
  ).toEqual([])
})

test('the list of files says from which code to which each goes', () => {
  const said = readFileSync(join(ROOT, 'docs/rules/README.md'), 'utf8')
  const ranges = [...said.matchAll(/^\| \[([\w-]+\.md)\].* \| (\S+) to (\S+)/gm)]
  const series = ruleFiles().flatMap(({ path, text }) => {
    const codes = [...text.matchAll(RULE)].map(([, , code = '']) => code)
    const letters = [...new Set(codes.map((code) => code.replace(/\d+.*/, '')))]
    return letters.map((letter) => {
      const own = codes.filter((code) => code.replace(/\d+.*/, '') === letter)
      const inOrder = own.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      return `${basename(path)}: ${inOrder[0]} to ${inOrder.at(-1)}`
    })
  })
  const told = ranges.map(([, file, first, last]) => `${file}: ${first} to ${last}`)
  expect(series.filter((range) => !told.includes(range))).toEqual([])
  expect(told).toHaveLength(series.length)
})
