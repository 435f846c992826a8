import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { Fleet } from '#tests/crash/fleet.ts'
import { Starts } from '#tests/crash/starts.ts'

const PAGE = 4096
const ENDS = "console.log('at http://127.0.0.1:1'); setTimeout(() => process.exit(1), 5)"

/** A fleet of one server, which reports its address and then ends by itself. */
const fleetOver = (url: string, dataDir: string) =>
  new Fleet({
    ...{ servers: 1, answersPerLife: 2, longestLifeMs: 60_000, url, dataDir, isWhole: false },
    launch: () => ({
      ...{ args: ['-e', ENDS], env: {} },
      readAddress: (text) => /at (\S+)/.exec(text)?.[1],
    }),
  })

test('of killed servers are counted: one that ends by itself, a damaged file, and who is late (F38)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'))
  const url = join(folder, 'shop.db')
  const bytes = readFileSync(inject('sqliteTemplate'))
  writeFileSync(url, bytes)
  const whole = fleetOver(url, folder)
  await whole.start()
  await expect.poll(() => whole.ended).toBeGreaterThan(0)
  await whole.stop()
  expect(whole.broken).toBe(0)

  // A page in the middle of the file is lost, as may happen on a disk.
  bytes.fill(0, 20 * PAGE, 21 * PAGE)
  writeFileSync(url, bytes)
  const broken = fleetOver(url, folder)
  await broken.start()
  await expect.poll(() => broken.broken).toBeGreaterThan(0)
  await broken.stop()
  rmSync(folder, { recursive: true })

  const starts = new Starts()
  starts.add(2999, true)
  starts.add(400, false)
  starts.add(3_000_000, true)
  starts.add(3_000_000, false)
  expect(starts.read()).toMatchObject({ late: 2, over3s: 2 })
})
