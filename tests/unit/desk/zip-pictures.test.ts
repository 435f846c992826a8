import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeDeferredPictures } from '#lib/server/import/read/pictures/deferred-pictures.ts'
import { picture } from '#tests/support/lists/import-files.ts'
import { bring, openDesk, publishList, reportOf } from '#tests/support/open-desk.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const HEADER = 'sku,name,category,price,images'
const rowsOf = (names: string[]) =>
  [HEADER, ...names.map((name, at) => `S${at},Product ${at},Pulses,120,${name}`)].join('\n')

/** An animated picture of two frames. */
async function film(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(8 * 8 * 3, 1), Buffer.alloc(8 * 8 * 3, 200)])
  const raw = { width: 8, height: 16, channels: 3 as const, pageHeight: 8 }
  return sharp(frames, { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

test('a zip brings in no picture that a shopper could not: drawing, film, bomb, page, broken one (A21 H11)', async () => {
  await using at = await openDesk()
  const whole = await picture('#cc8800', 200, 150)
  const pictures: Record<string, string | Buffer> = {
    'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'film.webp': await film(),
    'bomb.png': await picture('#000000', 9000, 9000),
    'page.jpg': '<!doctype html><script>alert(1)</script>',
    'broken.png': whole.subarray(0, whole.length - 40),
    'empty.png': '',
  }
  const names = Object.keys(pictures)
  const zip = zipOf([
    { name: 'products.csv', body: rowsOf(names) },
    ...names.map((name) => ({ name: `images/${name}`, body: pictures[name] ?? '' })),
  ])
  const id = await bring(at, zip, { name: 'pictures.zip' })
  const { accepted, faults } = await reportOf(at, id)
  expect([accepted, new Set(faults.map(({ column }) => column))]).toEqual([0, new Set(['images'])])
  expect(faults).toHaveLength(names.length)
  const stage = join(at.dataDir, 'desk', id, 'stage', 'uploads')
  const made = existsSync(stage) ? readdirSync(stage).filter((name) => name !== 'originals') : []
  expect(made).toEqual([])
})

test('what pages show of a photo in a zip says neither where nor with what it was taken (A21 H11)', async () => {
  await using at = await openDesk()
  const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } }
  const photo = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#171' },
  })
    .withExif(exif)
    .jpeg()
    .toBuffer()
  expect(photo.includes('Camera')).toBe(true)
  const list = { name: 'products.csv', body: rowsOf(['photo.jpg']) }
  const zip = zipOf([list, { name: 'images/photo.jpg', body: photo }])
  await publishList(at, await bring(at, zip, { name: 'photo.zip' }))
  await makeDeferredPictures(at.dataDir)
  const folder = join(at.dataDir, 'uploads')
  const shown = readdirSync(folder).filter((name) => name !== 'originals')
  expect(shown.length).toBeGreaterThan(2)
  for (const name of shown) {
    const bytes = readFileSync(join(folder, name))
    expect([name, (await sharp(bytes).metadata()).exif]).toEqual([name, undefined])
  }
})

test('of a picture that one file names in vain the desk says how it comes in, or what was meant', async () => {
  await using at = await openDesk()
  const zip = zipOf([
    { name: 'products.csv', body: rowsOf(['Dal.jpg']) },
    { name: 'images/Dal.jpg', body: await picture('#cc8800') },
  ])
  await publishList(at, await bring(at, zip, { name: 'dal.zip' }))
  const { faults } = await reportOf(at, await bring(at, rowsOf(['dal.JPG', 'rice.jpg'])))
  expect(faults.map(({ reason }) => reason)).toEqual([
    'The shop has no image “dal.JPG” yet. Did you mean “Dal.jpg”?',
    'The shop has no image “rice.jpg” yet. Zip the file with a folder images, or upload the image in the product’s form.',
  ])
})
