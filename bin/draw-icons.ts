/** Draws the home-screen icons from `public/icon.svg`: `node bin/draw-icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const PUBLIC = join(import.meta.dirname, '../public')
const SIZE = 32
const drawing = await readFile(join(PUBLIC, 'icon.svg'), 'utf8')
const shapes = drawing.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')

/** The drawing on a full square in the shop's green, with a margin of `inset` of its 32 units. */
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
// Phones that cut an icon to their own shape keep the middle 80 %.
await draw('icon-maskable-512.png', squareIcon(4), 512)
await draw('apple-touch-icon.png', squareIcon(1), 180)
