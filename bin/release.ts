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
  'CONTRIBUTING.md',
  'Dockerfile',
  '.dockerignore',
  'LICENSE',
]
const CONFIGS = ['astro.config.mjs', 'tailwind.config.mjs', 'tsconfig.json']

await buildIfStale()
const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(text))
const name = `kirana-${version}`
mkdirSync(join(ROOT, 'release'), { recursive: true })
const file = join(ROOT, 'release', `${name}.tar.gz`)
const args = [
  ...[
    '-czf',
    file,
    '--exclude=node_modules',
    '--exclude=dist/.compiled',
    `--transform=s,^,${name}/,`,
    // It is unpacked by root, for a service that is not root: the builder's user id and umask must
    // not carry over.
    ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
  ],
  ...CONTENTS,
  ...FILES,
  ...CONFIGS,
]
const { status } = spawnSync('tar', args, { cwd: ROOT, stdio: 'inherit' })
if (status !== 0) process.exit(1)
console.log(`${file} (${(statSync(file).size / 1024 ** 2).toFixed(1)} MiB)`)
