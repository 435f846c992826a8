import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'

const files = globSync('{*.*,{bin,deploy,docs,src,tests}/**/*.*}', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
})
const ends = new Set(
  files.flatMap((file) => {
    const parts = file.split('/')
    return parts.map((_, at) => parts.slice(at).join('/'))
  }),
)
const NAMED = /(?<![\w#@/.*{-])((?:[\w[\].-]+\/)*[\w[\].-]+\.(?:tsx?|astro))\b(?![\w*-])/g

/** Lines of a file that name files for a reader: all of a document, the comments of code. */
function proseOf(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return file.endsWith('.md') ? lines : lines.filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
}

test('a file that a document or a comment names is there', () => {
  const told = files.filter(
    (file) =>
      /^(docs|src|bin|tests|README|CONTRIBUTING)/.test(file) && /\.(md|tsx?|astro)$/.test(file),
  )
  const lost = told.flatMap((file) =>
    proseOf(file)
      .flatMap((line) => [...line.matchAll(NAMED)].map(([, name = '']) => name))
      .filter((name) => !ends.has(name.replace(/^(\.\.?\/)+/, '')))
      .map((name) => `${file}: ${name}`),
  )
  expect(lost).toEqual([])
})
