import { type IncomingMessage, ServerResponse } from 'node:http'

/** A head that node:http has made, by what stands before and after its time. */
export type ReadyHead = { before: string; after: string; second: number; text: string }

const DATE = /\r\nDate: [^\r\n]+\r\n/

/**
 * Answers whose head was sent before: node:http checks and joins each header for every request, a seventh of what
 * a published page takes. Its own head is taken over as it is, but for the time; where a later Node keeps it
 * elsewhere none is found, and each is made anew.
 */
export class ReadyResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  declare _header: unknown

  /** The head that was just written. */
  get head(): ReadyHead | undefined {
    const text = this._header
    if (typeof text !== 'string') return undefined
    const [before, after, more] = text.split(DATE)
    if (before === undefined || after === undefined || more !== undefined) return undefined
    return { before, after, second: -1, text: '' }
  }

  /** Takes this head; its body, which `end` is given, must be as long as it says. */
  repeat(head: ReadyHead): void {
    const second = Math.floor(Date.now() / 1000)
    if (head.second !== second) {
      const date = new Date(second * 1000).toUTCString()
      head.second = second
      // Flat, so that it is copied as it is.
      head.text = Buffer.from(
        `${head.before}\r\nDate: ${date}\r\n${head.after}`,
        'latin1',
      ).toString('latin1')
    }
    this._header = head.text
  }
}
