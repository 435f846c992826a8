import { decodeUtf8, type PartHead, readPartHead } from './part-head.ts'

const LINE = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const MAX_HEAD_LENGTH = 1024
const MAX_PARTS = 8
const MAX_FILES = 1

type State = 'start' | 'between' | 'head' | 'text' | 'file' | 'over' | 'broken'

/** What a form has too many of, or too much: parts, files, one text, or all texts together. */
export type Excess = 'parts' | 'files' | 'text' | 'texts'

/** The texts of a form, and the part heads of its files, in the order of the form. */
export type StreamedForm = { fields: Record<string, string>; files: PartHead[] }

type Options = {
  /** The delimiter from the Content-Type (`boundaryOf`). */
  boundary: string
  /** Largest size of one text, in bytes. */
  longestText: number
  /** Largest size of all texts together, in bytes. */
  mostText?: number
  /** Most parts, where a form may have more than the usual 8. */
  mostParts?: number
  /** Most file fields, and most of them that may contain a file. */
  mostFiles?: number
  mostFilled?: number
  /** Receives the next bytes of the file at this position; no more are read until it is done. */
  onFile: (bytes: Buffer, place: number) => void | Promise<void>
}

/**
 * Parses a multipart form (RFC 7578) as it arrives: texts become fields, and the bytes of files (one, unless
 * more are allowed) are passed to `onFile`. Anything malformed breaks it, and so does a field sent twice
 * (A42).
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

  /** Parses the next bytes. @returns false if the form is malformed or too large */
  async write(chunk: Buffer): Promise<boolean> {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    let goesOn = true
    while (goesOn) goesOn = await this.#step()
    return this.#state !== 'broken'
  }

  /** What there was too much of, if that is why the form was refused. */
  get excess(): Excess | undefined {
    return this.#excess
  }

  /** The parsed form; undefined if it was cut off or malformed. */
  end(): StreamedForm | undefined {
    if (this.#state !== 'over') return undefined
    return { fields: Object.fromEntries(this.#fields), files: this.#files }
  }

  /** Takes one step with the bytes at hand. @returns whether another step may follow */
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

  /** After a boundary: two dashes end the form, a line break begins the next part. */
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
    // Bytes that may be the beginning of a boundary are kept until more arrive.
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
    const text = decodeUtf8(Buffer.concat(this.#text.splice(0)))
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
