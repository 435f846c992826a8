import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack } from '#bin/release.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

test('a release has the build, the demo and the guides, and nothing that serves developers alone', () => {
  const file = join(newFolder(), 'kirana.tar.gz')
  expect(pack(file, 'kirana-1')).toBe(true)
  const { stdout } = spawnSync('tar', ['-tzf', file], { encoding: 'utf8', maxBuffer: 64 << 20 })
  const paths = stdout.split('\n')
  for (const path of ['bin/start.ts', 'dist/.build-stamp', 'catalogue/shop.json', 'README.md'])
    expect(paths).toContain(`kirana-1/${path}`)
  for (const path of ['docs/kirana.webp', 'docs/deploy.md', 'bin/setup.mjs', 'package.json'])
    expect(paths).toContain(`kirana-1/${path}`)
  const idle =
    /^kirana-1\/(tests|node_modules|docs\/screens|bin\/test|CONTRIBUTING|bin\/node\/node_modules)/
  expect(paths.filter((path) => idle.test(path))).toEqual([])
})
