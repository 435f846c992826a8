// A server in a process of its own whose app throws errors that nothing catches.
import { guardProcess } from '#lib/server/http/request-scope.ts'
import { openServer } from '#tests/support/http-front.ts'

guardProcess(() => process.exit(1))

const server = await openServer(async (request) => {
  const how = new URL(request.url).searchParams.get('how')
  if (how === 'late') setTimeout(() => throwFault(), 5)
  if (how === 'rejected') void leaveRejection()
  if (how === 'never') {
    setTimeout(() => throwFault(), 5)
    await new Promise(() => {})
  }
  const faults = server.lines.filter((line) => line.includes('a fault of one request'))
  return Response.json({ faults: faults.length })
})
process.send?.({ port: server.port, host: server.host })

function throwFault(): never {
  throw new Error('a fault of one request')
}

async function leaveRejection(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  throwFault()
}
