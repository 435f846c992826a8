/** Draws the icons of a home screen from `public/icon.svg`: `node bin/draw-icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const PUBLIC = join(import.meta.dirname, '../public')
const SIZE = 32
const drawing = await readFile(join(PUBLIC, 'icon.svg'), 'utf8')
const shapes = drawing.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')

/** The drawing to the edge, and `inset` of its 32 units smaller, on the shop's green. */
function squareIcon(inset: number): string {
  const box = `${-inset} ${-inset} ${SIZE + 2 * inset} ${SIZE + 2 * inset}`
  const ground = `<rect x="${-inset}" y="${-inset}" width="100%" height="100%" fill="#175c38"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${ground}${shapes}</svg>`
}

async function draw(name: string, svg: string, size: number): Promise<void> {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / SIZE }).resize(size, size)
  await writeFile(join(PUBLIC, name), await picture.png({ palette: true, effort: 10 }).toBuffer())
}

await draw('icon-192.png', drawing, 192)
await draw('icon-512.png', drawing, 512)
// What a phone cuts to its own shape keeps the middle 80 %.
await draw('icon-maskable-512.png', squareIcon(4), 512)
await draw('apple-touch-icon.png', squareIcon(1), 180)
