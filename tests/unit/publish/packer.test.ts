import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contentHash } from '#lib/server/content-hash.ts'
import { startPacker } from '#lib/server/publish/files/packer.ts'
import { packedFile, readPacked } from '#lib/server/publish/files/packing.ts'
import { partFile, writePart } from '#lib/server/publish/files/part-files.ts'
import { fileOf, packPage, writePage } from '#lib/server/publish/files/site-files.ts'

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

test('a part that changes has only those pages looked at that contain it', async () => {
  const siteDir = mkdtempSync(join(tmpdir(), 'kirana-'))
  const footer = (text: string) => writePart(siteDir, { name: 'footer', html: text.repeat(200) })
  const own = Buffer.from('<h1>Rice</h1>'.repeat(50))
  footer('<p>Old</p>')
  const paths = ['/with', '/without']
  writePage(siteDir, '/with', Buffer.concat([Buffer.from('<!--parts 5:footer-->\n'), own]))
  writePage(siteDir, '/without', own)
  const past = new Date(Date.now() - 60_000)
  for (const path of paths) {
    packPage(siteDir, path)
    utimesSync(packedFile(fileOf(siteDir, path)), past, past)
    utimesSync(fileOf(siteDir, path), past, past)
  }
  utimesSync(partFile(siteDir, 'footer'), past, past)
  let rests: () => void = () => {}
  const rested = () => new Promise<void>((resolve) => (rests = resolve))
  let resting = rested()
  const packed: string[] = []
  const packer = startPacker(siteDir, (path) => packed.push(path), {
    idleMs: 0,
    onRest: () => rests(),
  })
  await resting
  resting = rested()
  footer('<p>New</p>')
  packer.note(['part:footer', '/with'])
  await resting
  expect(packed).toEqual(['/with'])
  const { mtimeMs } = statSync(packedFile(fileOf(siteDir, '/without')))
  expect(mtimeMs).toBe(past.getTime())
  await packer.close()
  rmSync(siteDir, { recursive: true })
})
