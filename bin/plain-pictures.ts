import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { pictureFile, pictureWidths, previewFile } from '#lib/catalogue/picture.ts'

const IMAGES = join(import.meta.dirname, '../catalogue/images')

/**
 * Puts the demo catalogue's pictures into `dataDir` in all sizes and formats but of a single
 * colour, so that filling the shop makes none: the real ones take half a minute to make, and a
 * fifth of a browser's time to decode on page after page. For uses in which nobody looks at them:
 * sizes and tests.
 */
export async function layPlainPictures(dataDir: string): Promise<void> {
  const uploads = join(dataDir, 'uploads')
  mkdirSync(join(uploads, 'originals'), { recursive: true })
  const made = new Map<string, Buffer>()
  const write = async (name: string, width: number, height: number) => {
    const kind = `${extname(name)} ${width}x${height}`
    const bytes = made.get(kind) ?? (await plain(extname(name), width, height))
    made.set(kind, bytes)
    writeFileSync(join(uploads, name), bytes)
  }
  for (const file of readdirSync(IMAGES)) {
    const bytes = readFileSync(join(IMAGES, file))
    const { width, height } = await sharp(bytes).metadata()
    // Named as by import/read/pictures/pictures.ts.
    const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    for (const one of pictureWidths({ width })) {
      for (const format of ['avif', 'webp'] as const)
        await write(pictureFile(id, one, format), one, Math.round((height * one) / width))
    }
    await write(previewFile(id), 1200, 630)
    writeFileSync(join(uploads, 'originals', id + extname(file)), bytes)
  }
}

function plain(extension: string, width: number, height: number): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#e0d8c8' } })
  if (extension === '.avif') return picture.avif({ effort: 0 }).toBuffer()
  if (extension === '.webp') return picture.webp({ effort: 0 }).toBuffer()
  return picture.jpeg().toBuffer()
}
