import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { errorCode } from '#lib/server/errors.ts'

/**
 * A name for this process that is unique per machine or container, so that others there can tell whether it
 * has ended.
 */
export const processName = (): string => `${place()} ${process.pid} ${startOf(process.pid)}`

/** Whether a process of this machine has ended; false for another machine's, as that cannot be known. */
export function isEnded(name: string): boolean {
  const [where, pid, start] = name.split(' ')
  if (where !== place() || !/^\d+$/.test(pid ?? '')) return false
  return startOf(Number(pid)) !== start
}

/** The machine and PID namespace: containers may share a host name, but each has processes of its own. */
function place(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Whether the named process runs on this machine, or in this container. */
export function isLivingHere(name: string): boolean {
  return name.startsWith(`${place()} `) && !isEnded(name)
}

/** When a process started, in the system's units, as PIDs are reused. Undefined if there is none. */
function startOf(pid: number): string | undefined {
  try {
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return fields.split(' ')[19] ?? 'unknown'
  } catch {
    // Systems without /proc only tell whether there is a process with this PID.
    return !existsSync('/proc/self/stat') && isGiven(pid) ? 'unknown' : undefined
  }
}

function isGiven(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It exists, but belongs to another user.
    return errorCode(error) === 'EPERM'
  }
}
