import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { withoutPreloads } from '../../../bin/without-preloads.mjs'
import { newFolder } from '#tests/support/lists/import-files.ts'

/** The scripts of a small site, one of which comes later. */
async function built(later: string): Promise<string> {
  const root = newFolder()
  writeFileSync(join(root, 'index.html'), '<script type="module" src="./main.js"></script>')
  writeFileSync(join(root, 'main.js'), "document.onclick = () => import('./later.js')")
  writeFileSync(join(root, 'later.js'), later)
  writeFileSync(join(root, 'later.css'), 'p { color: red }')
  const plugins = [withoutPreloads]
  const result = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins },
    build: { write: false },
  })
  if (!('output' in result)) throw new Error('There is another result')
  return result.output.map((file) => ('code' in file ? file.code : '')).join()
}

test('a script that comes later is imported plainly', async () => {
  const scripts = await built("console.log('later')")
  expect(scripts).toMatch(/import\(/)
  expect(scripts).not.toMatch(/preload/i)
})

test('a build fails where a script that comes later has styles, which would be lost', async () => {
  await expect(built("import './later.css'")).rejects.toThrow('would lose its styles')
})
