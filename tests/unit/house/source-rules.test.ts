import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Our own sources that have a text, by their path. */
const filesWith = (text: RegExp) =>
  ['src', 'bin']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((path) => /\.(ts|tsx|astro|mjs)$/.test(path) && text.test(read(path)))

test('nothing of ours is drawn from a generator that can be guessed (A35)', () => {
  expect(filesWith(/Math\s*\.\s*random/)).toEqual([])
})

test('queries are built from bound values: no raw text, no literal, no path of JSON (A03 T24)', () => {
  expect(filesWith(/\bsql\s*\.\s*(raw|lit)\b|\.key\(|JSONPath/)).toEqual([])
  const { dependencies } = JSON.parse(read('package.json'))
  const [, minor = 0, patch = 0] = String(dependencies.kysely).split('.').map(Number)
  // Both faults were mended before it.
  expect(minor * 1000 + patch, dependencies.kysely).toBeGreaterThanOrEqual(29_009)
})

test('what ASVS asks for and we do otherwise is written down (A46)', () => {
  const text = read('docs/accounts.md')
  expect(text).toMatch(/## Deviations from ASVS/)
  expect(text).toContain('No second factor for shoppers')
  expect(text).toContain('No virus scanner')
})

test('the guide for the owner says what the card industry asks of them (P12)', () => {
  const text = read('docs/payments.md').replaceAll(/\s+/g, ' ')
  for (const duty of ['default password', 'within a month', 'external scan', 'on file']) {
    expect(text).toContain(duty)
  }
})
