import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorAnswer } from './error-answers.ts'
import type { Front } from './front-state.ts'
import { NO_PAGE_POLICY, securityHeaders } from './headers.ts'
import { ALL_METHODS, MAX_URL } from './guards/request-guard.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { errorCode } from '#lib/server/errors.ts'

type Short = { status: number; allow?: string }

const MESSAGES: Record<number, string> = {
  400: serverAnswers.notHttp,
  405: serverAnswers.noMethod,
  408: serverAnswers.tooSlow,
  413: serverAnswers.tooLarge,
  414: serverAnswers.longAddress,
  431: serverAnswers.largeHeaders,
}

/** Answers what the HTTP parser rejected, with the headers that every answer has (A16, A20). */
export function answerParserError(error: Error, socket: Duplex, front: Front): void {
  const code = errorCode(error)
  // node:http has one time limit for all requests; uploads have their own (H5).
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && front.uploading.has(socket)) return
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const packet =
    'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : undefined
  answerRaw(socket, classify(code, packet), front)
}

function classify(code: string, packet: Buffer | undefined): Short {
  if (code === 'HPE_INVALID_METHOD') return { status: 405, allow: ALL_METHODS }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408 }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { status: 413 }
  if (code !== 'HPE_HEADER_OVERFLOW') return { status: 400 }
  const line = packet?.subarray(0, MAX_URL).toString('latin1') ?? ''
  return { status: /^[A-Z]+ \//.test(line) && !line.includes('\n') ? 414 : 431 }
}

/** Writes an answer to the socket without node:http, and closes it. */
export function answerRaw(socket: Duplex, { status, allow }: Short, front: Front): void {
  const msg = MESSAGES[status] ?? ''
  const { body, type } = errorAnswer({ status, msg, isJson: true }, front.isHttps)
  const kind = { path: '', policy: NO_PAGE_POLICY }
  const headers = [
    ...['Connection', 'close', 'Cache-Control', 'no-store', 'Content-Type', type],
    ...['Content-Length', String(body.length), 'Date', new Date().toUTCString()],
    ...(allow === undefined ? [] : ['Allow', allow]),
    ...securityHeaders(front, kind),
  ]
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  front.log.logger.warn({ status }, 'A request was not HTTP')
  socket.end(`${head}\r\n${body.toString()}`)
}
