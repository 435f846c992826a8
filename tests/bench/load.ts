import { connect } from 'node:net'

/**
 * Requests a second for one path over keep-alive connections, by raw sockets, which cost little CPU
 * time.
 */
export async function requestsPerSecond(
  port: number,
  path: string,
  { connections = 32, seconds = 4 } = {},
): Promise<number> {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\nAccept: text/html\r\n\r\n`,
  )
  const size = await answerSize(port, request)
  const until = performance.now() + seconds * 1000
  const start = performance.now()
  const lanes = Array.from({ length: connections }, () => lane(port, request, size, until))
  const answered = (await Promise.all(lanes)).reduce((sum, count) => sum + count, 0)
  return (answered * 1000) / (performance.now() - start)
}

/** Bytes of one answer; all answers have the same length, as only the date differs. */
function answerSize(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let received = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 200')) reject(new Error(head.split('\r\n')[0]))
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (received.length >= end + 4 + length) {
        socket.destroy()
        resolve(end + 4 + length)
      }
    })
  })
}

function lane(port: number, request: Buffer, size: number, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0
    let received = 0
    const open = () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(request))
      let isDone = false
      socket.on('error', reject)
      socket.on('data', (bytes) => {
        received += bytes.length
        // An answer may be longer than the first one, as the server adds a header when it closes
        // the connection.
        if (received < size) return
        received = 0
        answered++
        if (performance.now() >= until) {
          isDone = true
          socket.destroy()
          resolve(answered)
        } else socket.write(request)
      })
      socket.on('close', () => {
        if (!isDone) open()
      })
    }
    open()
  })
}
