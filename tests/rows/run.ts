// npm run test:rows [-- S-038 S-058]: makes each rule of mutations.ts untrue in a copy of the tree; a test must
// notice.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '#lib/server/build/root.ts'
import { groupsOf } from './groups.ts'
import { MUTATIONS } from './mutations.ts'
import { failuresOf, failuresWith } from './try-group.ts'

const LEFT_OUT = /^(\.git|data|node_modules|bin\/node\/node_modules|release|test-results)$/

const wanted = process.argv.slice(2)
const mutations = MUTATIONS.filter(({ row }) => wanted.length === 0 || wanted.includes(row))
const unknown = wanted.filter((row) => !mutations.some((mutation) => mutation.row === row))
if (unknown.length > 0) {
  console.error(`No mutation of ${unknown.join(', ')}`)
  process.exit(1)
}

const copy = mkdtempSync(join(tmpdir(), 'kirana-rows-'))
cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(ROOT, path)) })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
console.log(`What the runs write is in ${copy}/rows.log`)

let kept = 0
const red = await failuresOf(mutations, copy)
for (const title of red) console.log(`red before anything is broken: ${title}`)
if (red.length === 0) {
  for (const group of groupsOf(mutations, ROOT)) {
    const failed = await failuresWith(group, copy)
    for (const { row, breaks } of group) {
      const isNoticed = failed.some((title) => title.includes(row))
      if (!isNoticed) kept++
      console.log(
        isNoticed
          ? `${row} red: the test notices that ${breaks}`
          : `${row} GREEN: no test notices that ${breaks}`,
      )
    }
  }
  console.log(`\n${mutations.length - kept} of ${mutations.length} mutations are noticed`)
}
const isOk = red.length === 0 && kept === 0
if (isOk) rmSync(copy, { recursive: true })
process.exit(isOk ? 0 : 1)
