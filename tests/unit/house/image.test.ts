import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'

const RULES = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** As Docker decides: the last rule that matches a path or a folder above it. */
function isLeftOut(path: string): boolean {
  const above = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  const last = RULES.findLast((rule) =>
    above.some((part) => matchesGlob(part, rule.replace(/^!/, ''))),
  )
  return last !== undefined && !last.startsWith('!')
}

test('no settings of the shop get into an image, wherever they lie', () => {
  const secret = ['kirana.env', 'shop.env', '.env', '.env.local', 'deploy/own.env', 'data/shop.db']
  expect(secret.filter((path) => !isLeftOut(path))).toEqual([])
  const needed = [
    'package.json',
    'src/lib/server/cli/main.ts',
    ...globSync('deploy/*', { cwd: ROOT }),
  ]
  expect(needed.filter(isLeftOut)).toEqual([])
})
