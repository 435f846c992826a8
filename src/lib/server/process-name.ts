import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { errorCode } from '#lib/server/errors.ts'

/** Which process this is, of which machine or container: another one there can tell whether it has ended. */
export const processName = (): string => `${place()} ${process.pid} ${startOf(process.pid)}`

/** Whether a process of this machine has ended; of another machine's nobody here can tell. */
export function isEnded(name: string): boolean {
  const [where, pid, start] = name.split(' ')
  if (where !== place() || !/^\d+$/.test(pid ?? '')) return false
  return startOf(Number(pid)) !== start
}

/** Containers may share a name of the machine, and each has processes of its own. */
function place(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Whether a process lives on this machine, or in this container, and is the one that was named. */
export function isLivingHere(name: string): boolean {
  return name.startsWith(`${place()} `) && !isEnded(name)
}

/** When a process began, as the system counts: its number may be given anew. Undefined where there is none. */
function startOf(pid: number): string | undefined {
  try {
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return fields.split(' ')[19] ?? 'unknown'
  } catch {
    // Systems without /proc say no more than whether there is one of this number.
    return !existsSync('/proc/self/stat') && isGiven(pid) ? 'unknown' : undefined
  }
}

function isGiven(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's may not be asked, and is there.
    return errorCode(error) === 'EPERM'
  }
}
