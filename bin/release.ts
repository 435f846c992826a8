// npm run release: builds the shop and packs what is needed to run it into
// release/kirana-VERSION.tar.gz.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ROOT } from '#lib/server/build/root.ts'
import { buildIfStale } from './build.ts'

const CONTENTS = ['bin', 'catalogue', 'deploy', 'dist', 'docs', 'public', 'src']
const FILES = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'README.md',
  'CHANGELOG.md',
  'Dockerfile',
  '.dockerignore',
  'LICENSE',
]
const CONFIGS = ['astro.config.mjs', 'tailwind.config.mjs', 'tsconfig.json']

/** What only the repository has a use for: tests, which are not packed, and pictures to compare with. */
const LEFT_OUT = ['node_modules', 'dist/.compiled', 'docs/screens', 'bin/test*']

/** Packs what runs the shop into an archive, in which all is under a folder of that name. @returns whether it did */
export function pack(file: string, name: string): boolean {
  const args = [
    ...['-czf', file, `--transform=s,^,${name}/,`],
    ...LEFT_OUT.map((path) => `--exclude=${path}`),
    // It is unpacked by root, for a service that is not root: the builder's user id and umask must
    // not carry over.
    ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
    ...CONTENTS,
    ...FILES,
    ...CONFIGS,
  ]
  return spawnSync('tar', args, { cwd: ROOT, stdio: 'inherit' }).status === 0
}

if (import.meta.main) {
  await buildIfStale()
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text))
  const name = `kirana-${version}`
  mkdirSync(join(ROOT, 'release'), { recursive: true })
  const file = join(ROOT, 'release', `${name}.tar.gz`)
  if (!pack(file, name)) process.exit(1)
  console.log(`${file} (${(statSync(file).size / 1024 ** 2).toFixed(1)} MiB)`)
}
