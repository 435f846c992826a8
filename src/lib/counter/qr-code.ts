/** QR codes (ISO/IEC 18004): byte mode, level M, versions 1 to 10; a payment's address needs less. */

const ECC_PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]

/** A text's QR code, row by row: true for dark modules. Undefined if the text is too long. */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text)
  const version =
    BLOCKS.findIndex((_, at) => bytes.length <= dataBytes(at + 1) - (at < 9 ? 2 : 3)) + 1
  if (version === 0) return undefined
  const grid = new Grid(version)
  grid.place(withCorrection(toCodewords(bytes, version), version))
  return grid.rows
}

function rawModules(version: number): number {
  let modules = (16 * version + 128) * version + 64
  if (version < 2) return modules
  const marks = Math.floor(version / 7) + 2
  modules -= (25 * marks - 10) * marks - 55
  return version < 7 ? modules : modules - 36
}

const eccOf = (version: number) => ECC_PER_BLOCK[version - 1] ?? 0
const blocksOf = (version: number) => BLOCKS[version - 1] ?? 1

function dataBytes(version: number): number {
  return Math.floor(rawModules(version) / 8) - eccOf(version) * blocksOf(version)
}

function toCodewords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >>> at) & 1)
  }
  push(4, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  const capacity = dataBytes(version) * 8
  push(0, Math.min(4, capacity - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + bit, 0))
  }
  return words
}

/** Splits the codewords into blocks, adds error correction to each, and interleaves them. */
function withCorrection(words: readonly number[], version: number): number[] {
  const [count, ecc] = [blocksOf(version), eccOf(version)]
  const raw = Math.floor(rawModules(version) / 8)
  const short = count - (raw % count)
  const length = Math.floor(raw / count) - ecc
  const divisor = generator(ecc)
  const blocks: { data: number[]; ecc: number[] }[] = []
  for (let at = 0, from = 0; at < count; at++) {
    const to = from + length + (at < short ? 0 : 1)
    const data = words.slice(from, to)
    blocks.push({ data, ecc: remainder(data, divisor) })
    from = to
  }
  const all: number[] = []
  const take = (of: (block: (typeof blocks)[number]) => number[], most: number) => {
    for (let at = 0; at < most; at++) {
      for (const block of blocks) {
        const word = of(block)[at]
        if (word !== undefined) all.push(word)
      }
    }
  }
  take(({ data }) => data, length + 1)
  take((block) => block.ecc, ecc)
  return all
}

/** Product in the Galois field GF(256) with the polynomial 0x11d. */
function times(x: number, y: number): number {
  let product = 0
  for (let at = 7; at >= 0; at--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> at) & 1) * x
  }
  return product
}

function generator(degree: number): number[] {
  const result = Array.from({ length: degree }, (_, at): number => (at === degree - 1 ? 1 : 0))
  let root = 1
  for (let round = 0; round < degree; round++) {
    for (let at = 0; at < degree; at++) {
      result[at] = times(result[at] ?? 0, root) ^ (result[at + 1] ?? 0)
    }
    root = times(root, 2)
  }
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0)
  for (const word of data) {
    const factor = word ^ (result.shift() ?? 0)
    result.push(0)
    divisor.forEach((value, at) => {
      result[at] = (result[at] ?? 0) ^ times(value, factor)
    })
  }
  return result
}

/** The matrix: finder, timing, alignment and format patterns first, then the data around them. */
class Grid {
  readonly rows: boolean[][]
  #fixed: boolean[][]
  #size: number

  constructor(version: number) {
    this.#size = version * 4 + 17
    const empty = () =>
      Array.from({ length: this.#size }, () => Array<boolean>(this.#size).fill(false))
    this.rows = empty()
    this.#fixed = empty()
    this.#drawPatterns(version)
    this.#drawFormat()
    if (version >= 7) this.#drawVersion(version)
  }

  place(words: readonly number[]): void {
    let bit = 0
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      for (let step = 0; step < this.#size; step++) {
        const y = ((right + 1) & 2) === 0 ? this.#size - 1 - step : step
        for (const x of [right, right - 1]) {
          if (this.#fixed[y]?.[x]) continue
          const word = words[bit >>> 3] ?? 0
          const isDark = ((word >>> (7 - (bit & 7))) & 1) === 1
          // Mask 0, which the format information tells readers to undo.
          this.#paint(x, y, isDark !== ((x + y) % 2 === 0), false)
          bit++
        }
      }
    }
  }

  #paint(x: number, y: number, isDark: boolean, isFixed = true): void {
    const row = this.rows[y]
    const fixed = this.#fixed[y]
    if (!row || !fixed || x < 0 || x >= this.#size) return
    row[x] = isDark
    if (isFixed) fixed[x] = true
  }

  #drawPatterns(version: number): void {
    const last = this.#size - 1
    for (let at = 0; at <= last; at++) {
      this.#paint(6, at, at % 2 === 0)
      this.#paint(at, 6, at % 2 === 0)
    }
    for (const [x, y] of [[3, 3] as const, [last - 3, 3] as const, [3, last - 3] as const]) {
      this.#drawRings(x, y, 4, (distance) => distance !== 2 && distance !== 4)
    }
    const marks = alignments(version)
    const end = marks.length - 1
    marks.forEach((x, i) =>
      marks.forEach((y, j) => {
        const isFinder = (i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0)
        if (!isFinder) this.#drawRings(x, y, 2, (distance) => distance !== 1)
      }),
    )
  }

  #drawRings(x: number, y: number, reach: number, isDark: (distance: number) => boolean): void {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        this.#paint(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
      }
    }
  }

  /** Draws both copies of the format information for level M and mask 0. */
  #drawFormat(): void {
    const bits = 0x5412
    const bit = (at: number) => ((bits >>> at) & 1) === 1
    const size = this.#size
    for (let at = 0; at <= 5; at++) this.#paint(8, at, bit(at))
    this.#paint(8, 7, bit(6))
    this.#paint(8, 8, bit(7))
    this.#paint(7, 8, bit(8))
    for (let at = 9; at < 15; at++) this.#paint(14 - at, 8, bit(at))
    for (let at = 0; at < 8; at++) this.#paint(size - 1 - at, 8, bit(at))
    for (let at = 8; at < 15; at++) this.#paint(8, size - 15 + at, bit(at))
    this.#paint(8, size - 8, true)
  }

  #drawVersion(version: number): void {
    let rest = version
    for (let round = 0; round < 12; round++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
    const bits = (version << 12) | rest
    for (let at = 0; at < 18; at++) {
      const isDark = ((bits >>> at) & 1) === 1
      const a = this.#size - 11 + (at % 3)
      const b = Math.floor(at / 3)
      this.#paint(a, b, isDark)
      this.#paint(b, a, isDark)
    }
  }
}

function alignments(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const places = [6]
  for (let at = version * 4 + 10; places.length < count; at -= step) places.splice(1, 0, at)
  return places
}
