import { decode, type PartHead, readPartHead } from './part-head.ts'

const LINE = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const MAX_HEAD_LENGTH = 1024
const MAX_PARTS = 8
const MAX_FILES = 1

type State = 'start' | 'between' | 'head' | 'text' | 'file' | 'over' | 'broken'

/** What a form has more of than is allowed. */
export type Excess = 'parts' | 'files' | 'text' | 'texts'

/** The texts of a form, and what is said of its files, in their order. */
export type StreamedForm = { fields: Record<string, string>; files: PartHead[] }

type Options = {
  /** What the Content-Type says parts the form (`boundaryOf`). */
  boundary: string
  /** The most bytes of a text. */
  longestText: number
  /** The most bytes of all texts together. */
  mostText?: number
  /** Where there may be more than a few texts and one file. */
  mostParts?: number
  /** Fields for files, and those of them in which there is one. */
  mostFiles?: number
  mostFilled?: number
  /** Takes the next bytes of the file of that place; until then no more are read. */
  onFile: (bytes: Buffer, place: number) => void | Promise<void>
}

/**
 * Reads a multipart form (RFC 7578) as it comes in: texts become fields, and the bytes of files (one,
 * where no more are allowed) are handed on. Anything that is not as it must be breaks it, as does a field that comes
 * twice (A42).
 */
export class FormStream {
  #between: Buffer
  #state: State = 'start'
  #pending: Buffer = Buffer.alloc(0)
  #head: PartHead | undefined
  #text: Buffer[] = []
  #textLength = 0
  #textInAll = 0
  #parts = 0
  #filled = new Set<number>()
  #excess: Excess | undefined
  #fields = new Map<string, string>()
  #files: PartHead[] = []
  #options: Options

  constructor(options: Options) {
    this.#between = Buffer.from(`\r\n--${options.boundary}`)
    this.#options = options
  }

  /** Takes the next bytes. @returns false when the form is not as it must be */
  async write(chunk: Buffer): Promise<boolean> {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    let goesOn = true
    while (goesOn) goesOn = await this.#step()
    return this.#state !== 'broken'
  }

  /** What there was too much of, where that broke it. */
  get excess(): Excess | undefined {
    return this.#excess
  }

  /** What was sent; undefined when it broke off. */
  end(): StreamedForm | undefined {
    if (this.#state !== 'over') return undefined
    return { fields: Object.fromEntries(this.#fields), files: this.#files }
  }

  /** Does what the bytes at hand allow. @returns whether to go on */
  #step(): boolean | Promise<boolean> {
    if (this.#state === 'start') return this.#start()
    if (this.#state === 'between') return this.#nextPart()
    if (this.#state === 'head') return this.#readHead()
    if (this.#state === 'text' || this.#state === 'file') return this.#readBody()
    return false
  }

  #start(): boolean {
    const mark = this.#between.subarray(LINE.length)
    if (this.#pending.length < mark.length) return false
    if (!this.#pending.subarray(0, mark.length).equals(mark)) return this.#fail()
    return this.#go('between', mark.length)
  }

  /** After a boundary: two dashes end the form, a line begins the next part. */
  #nextPart(): boolean {
    if (this.#pending.length < 2) return false
    const next = this.#pending.subarray(0, 2)
    if (next.toString('latin1') === '--') return this.#go('over', 2)
    if (!next.equals(LINE)) return this.#fail()
    if (this.#parts === (this.#options.mostParts ?? MAX_PARTS)) return this.#fail('parts')
    this.#parts++
    return this.#go('head', 2)
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf(HEAD_END)
    if (end < 0) return this.#pending.length > MAX_HEAD_LENGTH ? this.#fail() : false
    const head = end > MAX_HEAD_LENGTH ? undefined : readPartHead(this.#pending.subarray(0, end))
    if (!head) return this.#fail()
    if (head.isFile) this.#files.push(head)
    if (this.#files.length > (this.#options.mostFiles ?? MAX_FILES)) return this.#fail('files')
    this.#head = head
    return this.#go(head.isFile ? 'file' : 'text', end + HEAD_END.length)
  }

  async #readBody(): Promise<boolean> {
    const end = this.#pending.indexOf(this.#between)
    // What may be the beginning of a boundary waits for the next bytes.
    const length = end < 0 ? this.#pending.length - this.#between.length + 1 : end
    const excess = length > 0 && (await this.#takeBody(this.#pending.subarray(0, length)))
    if (excess) return this.#fail(excess)
    if (end < 0) {
      this.#pending = this.#pending.subarray(Math.max(0, length))
      return false
    }
    if (this.#state === 'text' && !this.#keepText()) return this.#fail()
    return this.#go('between', end + this.#between.length)
  }

  async #takeBody(bytes: Buffer): Promise<Excess | undefined> {
    const { longestText, mostText = Infinity, mostFilled = Infinity } = this.#options
    if (this.#state === 'file') {
      const place = this.#files.length - 1
      if (this.#filled.add(place).size > mostFilled) return 'files'
      await this.#options.onFile(bytes, place)
      return undefined
    }
    this.#textLength += bytes.length
    this.#textInAll += bytes.length
    this.#text.push(bytes)
    if (this.#textLength > longestText) return 'text'
    return this.#textInAll > mostText ? 'texts' : undefined
  }

  #keepText(): boolean {
    const name = this.#head?.name ?? ''
    const text = decode(Buffer.concat(this.#text.splice(0)))
    this.#textLength = 0
    if (text === undefined || this.#fields.has(name) || name === '__proto__') return false
    this.#fields.set(name, text)
    return true
  }

  #go(state: State, length: number): boolean {
    this.#state = state
    this.#pending = this.#pending.subarray(length)
    return true
  }

  #fail(excess?: Excess): false {
    this.#state = 'broken'
    this.#excess = excess
    return false
  }
}
