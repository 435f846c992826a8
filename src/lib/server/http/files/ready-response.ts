import { type IncomingMessage, ServerResponse } from 'node:http'

/** A response head serialised by node:http, split at its Date; `text` is the whole for one `second`. */
export type ReadyHead = { before: string; after: string; second: number; text: string }

const DATE = /\r\nDate: [^\r\n]+\r\n/

/**
 * A response whose head can be sent again: node:http validates and joins all headers for each request, which
 * is a seventh of the time that a published page takes. The serialised head is read from node:http's private
 * `_header`, and only the date is replaced; should a later Node keep it elsewhere, none is found and each
 * head is made anew.
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

  /** Uses this head; the body passed to `end` must have the length that it states. */
  repeat(head: ReadyHead): void {
    const second = Math.floor(Date.now() / 1000)
    if (head.second !== second) {
      const date = new Date(second * 1000).toUTCString()
      head.second = second
      // Through a buffer, to get a flat string: a concatenated one would be flattened for each answer.
      head.text = Buffer.from(
        `${head.before}\r\nDate: ${date}\r\n${head.after}`,
        'latin1',
      ).toString('latin1')
    }
    this._header = head.text
  }
}
