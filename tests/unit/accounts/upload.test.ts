import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accountJobs } from '#lib/server/accounts/jobs.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { newShopper } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'

const REFUSED = 'Please upload an image in JPEG, JPG, PNG, or WEBP format!'
const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#1f6b3a' } })

async function openUploads(open?: () => Promise<TestDatabase>, given = {}) {
  const api = await openApi(open, given)
  const shopper = await newShopper(api, api)
  const upload = (bytes: Buffer, type = 'image/png', field = 'images', { user } = shopper) =>
    api.call('POST /api/user/uploadfiles', {
      user,
      files: [{ field, name: 'picture', type, bytes }],
    })
  /** Sends a picture twice from each of so many shoppers, as nobody may send more at a time. */
  const uploadFrom = async (count: number, bytes: Buffer) => {
    const senders = []
    for (let at = 0; at < count; at++) senders.push(await newShopper(api, api))
    return senders.flatMap((one) => [1, 2].map(() => upload(bytes, 'image/png', 'images', one)))
  }
  const folder = join(api.dataDir, 'uploads')
  const stored = () => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }
  return { ...api, shopper, upload, uploadFrom, stored, folder }
}

forEachDatabase((open) => {
  test('a picture becomes a small upright WebP of our own, without where it was taken (S-181 H11 F43)', async () => {
    await using api = await openUploads(open)
    const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } }
    const photo = await plain(3000, 2000).withExif(exif).jpeg().toBuffer()
    expect(photo.includes('Camera')).toBe(true)
    const answer = await api.upload(photo, 'image/jpg')
    const { error, msg, images } = await answer.json()
    expect([error, msg]).toEqual([false, 'Image uploaded successfully!'])
    expect(images[0]).toMatch(/^user-[\w-]{22}\.webp$/)
    expect(api.stored()).toEqual(images)
    const made = readFileSync(join(api.folder, images[0]))
    const { format, width, height, exif: left } = await sharp(made).metadata()
    expect([format, width, height, left]).toEqual(['webp', 1024, 683, undefined])
  })

  test('a new picture takes the place of the old one, which a job removes (H11)', async () => {
    await using api = await openUploads(open)
    const [first, second] = [
      await api.upload(await plain().png().toBuffer()),
      await api.upload(await plain().webp().toBuffer(), 'image/webp'),
    ]
    const old = (await first.json()).images[0]
    const { images } = await second.json()
    const row = await api.db.selectFrom('user').select('images').executeTakeFirstOrThrow()
    expect(row.images).toBe(images[0])
    const job = await api.db
      .selectFrom('job')
      .selectAll()
      .where('kind', '=', 'remove-picture')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(job.payload)).toEqual({ file: old })
    const handlers = accountJobs(api.accounts, async () => {})
    await performJob(handlers, job)
    expect(api.stored()).toEqual(images)
    const evil = { ...job, payload: JSON.stringify({ file: '../shop.db' }) }
    await expect(performJob(handlers, evil)).rejects.toThrow()
  })

  test('ten pictures an hour (H10d)', async () => {
    await using api = await openUploads(open)
    const bytes = Buffer.from('not a picture')
    for (let count = 0; count < 10; count++) expect((await api.upload(bytes)).status).toBe(400)
    expect((await api.upload(bytes)).status).toBe(429)
  })
})

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')

test.each<[string, () => Promise<[Buffer, string?]> | [Buffer, string?]]>([
  ['0 bytes', () => [Buffer.alloc(0)]],
  ['an SVG named as a PNG', () => [SVG]],
  ['an SVG', () => [SVG, 'image/svg+xml']],
  ['a GIF renamed to PNG', () => [GIF]],
  ['HTML', () => [Buffer.from('<html>'), 'image/jpeg']],
  [
    'HTML behind the first bytes of a JPEG',
    () => [Buffer.from('\xff\xd8\xff<html><script>', 'latin1'), 'image/jpeg'],
  ],
  ['a PNG that is called a JPEG', async () => [await plain().png().toBuffer(), 'image/jpeg']],
  [
    'a picture that breaks off',
    async () => [(await plain(400, 400).png().toBuffer()).subarray(0, 500)],
  ],
  ['5000 frames', async () => [await frames(), 'image/webp']],
  ['50,000 × 50,000 pixels', () => [bomb(50_000, 50_000)]],
  ['one pixel more than 40 million', () => [bomb(8000, 5001)]],
  ['more than 5 MiB', () => [Buffer.alloc(5 * 2 ** 20 + 1, 0xff)]],
])('%s is refused, and nothing is left on disk (S-146 F43 F44 T28)', async (_, make) => {
  await using api = await openUploads()
  const before = await api.upload(await plain().png().toBuffer())
  const { images } = await before.json()
  const file = await make()
  const startedAt = performance.now()
  const answer = await api.upload(...file)
  expect(await answer.json()).toEqual({ error: true, msg: REFUSED, field: 'images' })
  expect(answer.status).toBe(400)
  expect(api.stored(), 'the old picture stays').toEqual(images)
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})

test('the bytes behind a picture do not come along (A21)', async () => {
  await using api = await openUploads()
  const jpeg = await plain().jpeg().toBuffer()
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])
  expect((await api.upload(polyglot, 'image/jpeg')).status).toBe(200)
  const [stored = '', ...others] = api.stored()
  expect(others).toEqual([])
  expect(readFileSync(join(api.folder, stored)).includes('<script>')).toBe(false)
})

test('of twenty pictures at once six are turned, two at a time, and the rest told to wait (H10d F44)', async () => {
  await using api = await openUploads(undefined, { rateScale: 100 })
  const bytes = await slowPicture()
  const answers = await Promise.all(await api.uploadFrom(10, bytes))
  const [turned = 0, toldToWait = 0] = [200, 503].map(
    (code) => answers.filter(({ status }) => status === code).length,
  )
  expect(turned + toldToWait).toBe(20)
  // On a busy machine, one may be done before the last has arrived.
  expect(turned).toBeGreaterThanOrEqual(6)
  expect(toldToWait).toBeGreaterThanOrEqual(10)
  const told = answers.find(({ status }) => status === 503)
  expect(told?.headers.get('retry-after')).toBe('2')
})

test('a bomb is refused at once, however many pictures wait (F44)', async () => {
  await using api = await openUploads(undefined, { rateScale: 100 })
  const bytes = await slowPicture()
  const sent = await api.uploadFrom(6, bytes)
  const refused = await Promise.all([1, 2].map(() => api.upload(bomb(8000, 5001))))
  expect(
    refused.map(({ status }) => status),
    'not 503',
  ).toEqual([400, 400])
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  // More, if one was done before the last had arrived.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6)
})

test('an upload without a picture, or in another field, is refused', async () => {
  await using api = await openUploads()
  const answer = await api.upload(await plain().png().toBuffer(), 'image/png', 'other')
  expect((await answer.json()).msg).toBe(REFUSED)
})

/** A small file that takes so long to encode that all others have arrived before it is done. */
const slowPicture = () => plain(6000, 6000).png().toBuffer()

/** A valid PNG of one colour, whose file is small and whose picture is huge. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 2 ** 24)))
  const chunks = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** As many frames as the format allows in a small file. */
function frames(): Promise<Buffer> {
  const [size, count] = [2, 5000]
  const raw = Buffer.from(
    Array.from({ length: size * size * count * 3 }, (_, at) => (at * at) % 251),
  )
  const input = { width: size, height: size * count, channels: 3 as const, pageHeight: size }
  return sharp(raw, { raw: input }).webp({ loop: 0, effort: 0, lossless: true }).toBuffer()
}
