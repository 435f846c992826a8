import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * A response head serialised by node:http, split at its Date; `text` is the whole for one `second`, and `answer` head
 * and body together, while an answer is sent again and again.
 */
export type ReadyHead = {
  before: string
  after: string
  second: number
  text: string
  answer: Buffer | undefined
}

/** Larger bodies are not copied: for them a second write is nothing. */
const MOST_BYTES = 64 * 1024
const HELD_MS = 1000
/** The heads that hold an answer, which the limit of files in memory does not count: none for longer than `HELD_MS`. */
const holding = new Set<ReadyHead>()

function hold(head: ReadyHead, body: Buffer): Buffer {
  if (holding.size === 0) setTimeout(letGo, HELD_MS).unref()
  holding.add(head)
  return (head.answer = Buffer.concat([Buffer.from(head.text, 'latin1'), body]))
}

function letGo(): void {
  for (const head of holding) head.answer = undefined
  holding.clear()
}

const DATE = /\r\nDate: [^\r\n]+\r\n/

/**
 * A response whose head can be sent again: node:http validates and joins all headers for each request, which
 * is a seventh of the time that a published page takes. The serialised head is read from node:http's private
 * `_header`, and only the date is replaced. Where an answer is asked for again within a second, head and body go in
 * one write, which node:http is told by its private `_headerSent`. Should a later Node keep these elsewhere, no head is
 * found and each is made anew.
 */
export class ReadyResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  declare _header: unknown
  declare _headerSent: unknown

  /** The head that was just written. */
  get head(): ReadyHead | undefined {
    const text = this._header
    if (typeof text !== 'string' || this._headerSent !== true) return undefined
    const [before, after, more] = text.split(DATE)
    if (before === undefined || after === undefined || more !== undefined) return undefined
    return { before, after, second: -1, text: '', answer: undefined }
  }

  /** Sends this head and the body whose length it states. */
  repeat(head: ReadyHead, body: Buffer): void {
    const second = Math.floor(Date.now() / 1000)
    const isFirst = head.second !== second
    if (isFirst) {
      const date = new Date(second * 1000).toUTCString()
      head.second = second
      // Through a buffer, to get a flat string: a concatenated one would be flattened for each answer.
      head.text = Buffer.from(
        `${head.before}\r\nDate: ${date}\r\n${head.after}`,
        'latin1',
      ).toString('latin1')
      head.answer = undefined
    }
    this._header = head.text
    if (isFirst || body.length > MOST_BYTES) {
      this.end(body)
      return
    }
    this._headerSent = true
    this.end(head.answer ?? hold(head, body))
  }
}
