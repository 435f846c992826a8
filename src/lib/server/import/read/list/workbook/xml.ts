import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'

/** A longer text is not a cell. */
const MAX_TEXT = 1024 * 1024

export type XmlHandlers = {
  /** Names come without namespace prefixes. */
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Reads XML piece by piece with little memory; damaged XML and custom entities are refused. Yields after each
 * piece, so that what the handlers found can be taken.
 * @throws ListRefused
 */
export async function* readXml(stream: Readable, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let untagged = 0
  parser.on('opentag', ({ name, attributes }) => {
    untagged = 0
    handlers.open?.(bare(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    untagged = 0
    handlers.close?.(bare(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('error', () => {
    throw new ListRefused(fileReasons.workbookBroken)
  })
  for await (const chunk of stream) {
    untagged += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (untagged > MAX_TEXT + chunk.length) throw new ListRefused(fileReasons.workbookCell)
    yield
  }
  parser.close()
  yield
}

/**
 * Reads XML to its end, for handlers that keep what they need.
 * @throws ListRefused
 */
export async function readAllXml(stream: Readable, handlers: XmlHandlers): Promise<void> {
  const pieces = readXml(stream, handlers)
  while (!(await pieces.next()).done);
}

/**
 * A cell's text and what comes next: it may be put together of many runs.
 * @throws ListRefused
 */
export function withRun(text: string, run: string): string {
  if (text.length + run.length > MAX_TEXT) throw new ListRefused(fileReasons.workbookCell)
  return text + run
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
