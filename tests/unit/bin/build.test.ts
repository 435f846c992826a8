import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { INPUTS } from '#lib/server/build/stamp.ts'

test('a build is made anew when anything changes that it is made with', () => {
  const usedBy = (file: string, path: RegExp) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(path)].map(([, name]) => `bin/${name}`)
  const used = [
    ...usedBy('astro.config.mjs', /'\.\/bin\/([\w.-]+)'/g),
    ...usedBy('bin/build.ts', /'\.\/([\w.-]+)'/g),
  ]
  expect(used).toContain('bin/build-worker.ts')
  expect(used.filter((path) => !INPUTS.includes(path))).toEqual([])
})
