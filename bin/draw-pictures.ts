/**
 * Draws the demo catalogue's pictures from `catalogue/pictures.json` into `catalogue/images`: `npm
 * run pictures`. The same input gives the same pictures; `catalogue/README.md` describes the syntax
 * of parts.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import * as z from 'zod/mini'
import { ROOT } from '#lib/server/build/root.ts'

const CATALOGUE = join(ROOT, 'catalogue')
const ICONS = join(ROOT, 'node_modules/.pictures/node_modules/@iconify-json')

/** Hue in degrees and saturation in percent of each background. */
const TINTS = {
  wheat: [40, 62],
  sun: [48, 82],
  clay: [24, 58],
  rose: [8, 66],
  leaf: [96, 44],
  mint: [152, 40],
  sky: [204, 56],
  lilac: [278, 40],
} as const

const pictureSchema = z.strictObject({
  tint: z.enum(['wheat', 'sun', 'clay', 'rose', 'leaf', 'mint', 'sky', 'lilac']),
  parts: z.array(z.string()).check(z.minLength(1), z.maxLength(6)),
  banner: z.optional(z.boolean()),
})
const iconSetSchema = z.object({
  width: z.number(),
  icons: z.record(z.string(), z.object({ body: z.string() })),
})
type Picture = z.infer<typeof pictureSchema>
type Drawing = { body: string; size: number; label?: { x: number; y: number; size: number } }

/** Where a part is placed: centre of its foot, the box it must fit, and its rotation in degrees. */
type Place = { x: number; foot: number; width: number; height: number; turn?: number }

/** Places by number of parts, drawn in this order: the last one is in front. */
const PLACES: Record<number, Place[]> = {
  1: [{ x: 300, foot: 492, width: 390, height: 384 }],
  2: [
    { x: 238, foot: 470, width: 316, height: 350, turn: -6 },
    { x: 398, foot: 506, width: 244, height: 236, turn: 5 },
  ],
  3: [
    { x: 208, foot: 446, width: 262, height: 310, turn: -9 },
    { x: 404, foot: 450, width: 248, height: 262, turn: 9 },
    { x: 300, foot: 510, width: 238, height: 226 },
  ],
}
const BANNER_PLACES: Place[] = [
  { x: 806, foot: 290, width: 220, height: 240, turn: -8 },
  { x: 1070, foot: 290, width: 220, height: 240, turn: 8 },
  { x: 944, foot: 284, width: 228, height: 238 },
  { x: 772, foot: 352, width: 180, height: 164, turn: -5 },
  { x: 1094, foot: 354, width: 178, height: 164, turn: 6 },
  { x: 938, foot: 374, width: 206, height: 178 },
]

async function readIcons(name: string) {
  const text = await readFile(join(ICONS, name, 'icons.json'), 'utf8')
  return iconSetSchema.parse(JSON.parse(text))
}

const iconSets = [await readIcons('fluent-emoji'), await readIcons('noto')]

/**
 * Finds a shape from the catalogue, or else the icon of that name in the first set that has one.
 */
async function findDrawing(name: string): Promise<Drawing> {
  const path = join(CATALOGUE, 'shapes', `${name}.svg`)
  if (existsSync(path)) {
    const svg = await readFile(path, 'utf8')
    const body = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
    const [x, y, size] = (/data-label="([^"]*)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
    const hasLabel = x !== undefined && y !== undefined && size !== undefined
    return { body, size: 128, ...(hasLabel && { label: { x, y, size } }) }
  }
  for (const { icons, width } of iconSets) {
    const icon = icons[name]
    if (icon) return { body: icon.body, size: width }
  }
  throw new Error(`no shape or icon is named ${name}`)
}

/** Makes the ids of a drawing unique, as two drawings may be in one SVG. */
function withOwnIds(body: string, prefix: string): string {
  return body.replace(/(\bid="|url\(#|href="#)/g, `$1${prefix}`)
}

/**
 * Draws `name`, `name #colour`, `name #colour label-icon` or `name ~hue-rotation`, trimmed to its
 * shape.
 */
async function drawPart(part: string, turn: number): Promise<Buffer> {
  const [name = '', option = '', labelName] = part.split(' ')
  const { body, label, size } = await findDrawing(name)
  let inner = withOwnIds(body, 'a')
  if (labelName && label) {
    const icon = await findDrawing(labelName)
    const viewBox = `0 0 ${icon.size} ${icon.size}`
    inner += `<svg x="${label.x}" y="${label.y}" width="${label.size}" height="${label.size}"
      viewBox="${viewBox}">${withOwnIds(icon.body, 'b')}</svg>`
  }
  const hue = option.startsWith('~') ? option.slice(1) : '0'
  const half = size / 2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"
    viewBox="${-size / 4} ${-size / 4} ${size * 1.5} ${size * 1.5}">
    <filter id="hue" color-interpolation-filters="sRGB">
      <feColorMatrix type="hueRotate" values="${hue}"/></filter>
    <g transform="rotate(${turn} ${half} ${half})" ${hue === '0' ? '' : 'filter="url(#hue)"'}>
    ${inner.replaceAll('currentColor', option)}</g></svg>`
  return sharp(Buffer.from(svg)).trim({ threshold: 0 }).png().toBuffer()
}

/** A number from 0 to 1 that depends only on the text. */
function hash(text: string): number {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (value >>> 0) / 2 ** 32
}

/** A pale gradient, slightly different for each file, with light behind the parts. */
function drawGround(file: string, picture: Picture, width: number, height: number): string {
  const [middle, saturation] = TINTS[picture.tint]
  const hue = middle + (hash(file) - 0.5) * 16
  const tone = (turn: number, lightness: number, strength = 1) =>
    `hsl(${(hue + turn + 360) % 360}, ${saturation * strength}%, ${lightness}%)`
  const isBanner = width > height
  const [x, y, radius] = isBanner ? [940, 190, 330] : [300, 290, 262]
  return `<linearGradient id="ground" x1="0" y1="0" x2="1" y2="${isBanner ? 0.35 : 1}">
      <stop offset="0" stop-color="${tone(6, 96)}"/>
      <stop offset="${isBanner ? 0.5 : 0.45}" stop-color="${tone(0, isBanner ? 91 : 93)}"/>
      <stop offset="1" stop-color="${tone(-8, isBanner ? 77 : 85)}"/></linearGradient>
    <radialGradient id="light"><stop offset="0" stop-color="#fff" stop-opacity=".85"/>
      <stop offset=".7" stop-color="#fff" stop-opacity=".32"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <radialGradient id="shadow"><stop offset="0" stop-color="${tone(0, 20)}" stop-opacity=".42"/>
      <stop offset=".55" stop-color="${tone(0, 24)}" stop-opacity=".2"/>
      <stop offset="1" stop-color="${tone(0, 30)}" stop-opacity="0"/></radialGradient>
    <path d="M0 0h${width}v${height}H0z" fill="url(#ground)"/>
    <circle cx="${x}" cy="${y}" r="${radius}" fill="url(#light)"/>`
}

async function drawPicture(file: string, picture: Picture): Promise<void> {
  const { banner, parts } = picture
  const [width, height] = banner ? [1200, 400] : [600, 600]
  const places = banner ? BANNER_PLACES : PLACES[parts.length]
  if (!places) throw new Error(`${file}: no arrangement for ${parts.length} parts`)

  let shadows = ''
  const layers: OverlayOptions[] = []
  for (const [index, part] of parts.entries()) {
    const place = places[index]
    if (!place) continue
    const drawn = await drawPart(part, place.turn ?? 0)
    const fitted = sharp(drawn).resize(place.width, place.height, { fit: 'inside' })
    const { data, info } = await fitted.png().toBuffer({ resolveWithObject: true })
    const left = Math.round(place.x - info.width / 2)
    layers.push({ input: data, left, top: place.foot - info.height })
    const reach = info.width * 0.56
    shadows += `<ellipse cx="${place.x}" cy="${place.foot - 4}" rx="${reach}" ry="${reach * 0.17}"
      fill="url(#shadow)"/>`
  }
  const ground = drawGround(file, picture, width, height)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${ground}${shadows}</svg>`
  await sharp(Buffer.from(svg))
    .composite(layers)
    .webp({ quality: banner ? 90 : 80, effort: 6, smartSubsample: true })
    .toFile(join(CATALOGUE, 'images', file))
}

const text = await readFile(join(CATALOGUE, 'pictures.json'), 'utf8')
const pictures = z.record(z.string(), pictureSchema).parse(JSON.parse(text))
await mkdir(join(CATALOGUE, 'images'), { recursive: true })
const wanted = process.argv.slice(2)
const files = Object.entries(pictures).filter(([file]) => !wanted.length || wanted.includes(file))
for (const [file, picture] of files) await drawPicture(file, picture)
process.stdout.write(`${files.length} pictures drawn\n`)
