import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contentHash } from '#lib/server/content-hash.ts'
import { startPacker } from '#lib/server/publish/files/packer.ts'
import { readPacked } from '#lib/server/publish/files/packing.ts'
import { fileOf, writePage } from '#lib/server/publish/files/site-files.ts'

test('a packer that has rested packs what lies there, and the next page that is written', async () => {
  const siteDir = mkdtempSync(join(tmpdir(), 'kirana-'))
  let tell: (path: string) => void = () => {}
  const nextPacked = () => new Promise<string>((resolve) => (tell = resolve))
  const write = (path: string) => {
    const bytes = Buffer.from(`<h1>${path}</h1>`.repeat(50))
    writePage(siteDir, path, bytes)
    return bytes
  }
  const isPacked = (path: string, bytes: Buffer) => {
    const packed = readPacked(fileOf(siteDir, path), contentHash(bytes))
    expect(packed && brotliDecompressSync(packed.bytes)).toEqual(bytes)
  }
  const first = write('/product/rice')
  const packed = nextPacked()
  let rests: () => void = () => {}
  const rested = () => new Promise<void>((resolve) => (rests = resolve))
  let resting = rested()
  const onRest = () => rests()
  const packer = startPacker(siteDir, (path) => tell(path), { idleMs: 0, onRest })
  expect(await packed).toBe('/product/rice')
  isPacked('/product/rice', first)
  for (const path of ['/product/dal', '/product/tea']) {
    await resting
    resting = rested()
    const bytes = write(path)
    const again = nextPacked()
    packer.note([path])
    expect(await again).toBe(path)
    isPacked(path, bytes)
  }
  await packer.close()
  rmSync(siteDir, { recursive: true })
})
