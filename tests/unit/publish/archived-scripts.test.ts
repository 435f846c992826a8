import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from '#lib/server/http/files/site-path.ts'
import {
  keepInline,
  archiveScripts,
  archivedScriptsDir,
} from '#lib/server/publish/app/archived-scripts.ts'
import { temporaryOf } from '#lib/server/publish/files/replace-file.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

const DAY_MS = 86_400_000

test('after a deploy the scripts of the last build stay for a week, however long it ran', () => {
  const [build, dataDir] = [newFolder(), newFolder()]
  const now = Date.now()
  const deploy = (name: string, at: number) => {
    rmSync(build, { recursive: true })
    mkdirSync(build)
    writeFileSync(join(build, name), `// ${name}`)
    archiveScripts(build, dataDir, at)
  }
  const isKept = (name: string) => existsSync(join(archivedScriptsDir(dataDir), name))
  deploy('one.js', now)
  deploy('two.js', now + 30 * DAY_MS)
  expect([isKept('one.js'), isKept('two.js')]).toEqual([true, true])
  archiveScripts(build, dataDir, now + 36 * DAY_MS)
  expect(isKept('one.js')).toBe(true)
  archiveScripts(build, dataDir, now + 38 * DAY_MS)
  expect([isKept('one.js'), isKept('two.js')]).toEqual([false, true])
  const folders = { site: 's', client: 'c', uploads: 'u', scripts: archivedScriptsDir(dataDir) }
  expect(filesOf(folders, '/static/js/two.js').at(-1)).toBe(join(folders.scripts, 'two.js'))
})

test('a copy that a crash cut off is made anew', () => {
  const [build, dataDir] = [newFolder(), newFolder()]
  writeFileSync(join(build, 'one.js'), '// a whole script')
  const kept = archivedScriptsDir(dataDir)
  mkdirSync(kept, { recursive: true })
  // As left by a copy that was cut off: under a temporary name.
  writeFileSync(join(kept, 'one.js.half'), '// a wh')
  archiveScripts(build, dataDir)
  expect(readFileSync(join(kept, 'one.js'), 'utf8')).toBe('// a whole script')
  expect(readdirSync(kept).filter((name) => name.endsWith('.half'))).toEqual([])
})

test('the list of inline scripts stays whole where the new one cannot be written', () => {
  const dataDir = newFolder()
  const file = join(dataDir, 'inline-scripts.json')
  keepInline(['one'], dataDir)
  const before = readFileSync(file, 'utf8')
  // No file can be written where a folder is.
  mkdirSync(temporaryOf(file))
  expect(() => keepInline(['two'], dataDir)).toThrow()
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('what a page of the last build says inline may run for a week after a deploy (H1)', () => {
  const dataDir = newFolder()
  const now = Date.now()
  expect(keepInline(['one', 'both'], dataDir, now)).toEqual(['one', 'both'])
  const deployed = now + 30 * DAY_MS
  expect(keepInline(['two', 'both'], dataDir, deployed)).toEqual(['two', 'both', 'one'])
  expect(keepInline(['two', 'both'], dataDir, deployed + 6 * DAY_MS)).toContain('one')
  expect(keepInline(['two', 'both'], dataDir, deployed + 8 * DAY_MS)).toEqual(['two', 'both'])
  // After a rollback the old script is the current one again, and the newer one is kept for its week.
  const back = deployed + 9 * DAY_MS
  expect(keepInline(['one', 'both'], dataDir, back)).toEqual(['one', 'both', 'two'])
  writeFileSync(join(dataDir, 'inline-scripts.json'), 'cut off in the mid')
  expect(keepInline(['one'], dataDir, back)).toEqual(['one'])
})
