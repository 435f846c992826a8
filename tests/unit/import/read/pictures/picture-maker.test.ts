import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPictureMaker } from '#lib/server/import/read/pictures/picture-maker.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importPath } from '#tests/support/lists/import-files.ts'
import { smallFolder } from '#tests/support/lists/small-folder.ts'

/** The maker gives way to everything else on the machine. */
const PATIENT = { timeout: 100_000 }

/** A shop with three new pictures, and the maker of their other sizes and formats. */
async function open() {
  const shop = await openSqlite()
  await importPath(shop, await smallFolder())
  const uploads = join(shop.dataDir, 'uploads')
  const faults: string[] = []
  const maker = startPictureMaker(shop.dataDir, (fault) => faults.push(fault), { pauseMs: 0 })
  onTestFinished(async () => {
    await maker.close()
    await shop[Symbol.asyncDispose]()
  })
  const files = () => readdirSync(uploads).filter((name) => /avif$|jpg$/.test(name))
  return { maker, uploads, files, faults }
}

test('what is asked for is made in a process of its own, however often it is asked for', async () => {
  const { maker, files, faults } = await open()
  for (let time = 0; time < 5; time++) maker.ask()
  await expect.poll(files, PATIENT).toHaveLength(7 + 3)
  expect(faults).toEqual([])
})

test('what came in since is made at the next question, and what cannot be made is said', async () => {
  const { maker, uploads, files, faults } = await open()
  maker.ask()
  await expect.poll(files, PATIENT).toHaveLength(7 + 3)
  const [made = ''] = files().filter((name) => name.endsWith('-og.jpg'))
  rmSync(join(uploads, made))
  await expect.poll(() => (maker.ask(), files()), PATIENT).toHaveLength(7 + 3)

  const id = made.slice(0, 16)
  rmSync(join(uploads, made))
  const [source = ''] = readdirSync(join(uploads, 'originals')).filter((name) => name.includes(id))
  writeFileSync(join(uploads, 'originals', source), 'no picture')
  await expect
    .poll(() => (maker.ask(), faults), PATIENT)
    .toContain(`Pictures could not be made: ${id}`)
})

test('closing ends what is under way', async () => {
  const { maker, files } = await open()
  maker.ask()
  await maker.close()
  const left = files()
  expect(left.length).toBeLessThan(7 + 3)
  maker.ask()
  await expect.poll(files, PATIENT).toHaveLength(7 + 3)
})
