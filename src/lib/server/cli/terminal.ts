/** Where a command writes: its result to `out`, everything else to `err`. */
export type Terminal = {
  out: (text: string) => void
  err: (text: string) => void
  /** Whether `err` is a terminal: only then are there colours and a progress bar. */
  isTerminal: boolean
  columns: number
}

/** The process's own streams. */
export function processTerminal(env: NodeJS.ProcessEnv): Terminal {
  const { stdout, stderr } = process
  // A reader that closes early (`| head`) ends the program silently.
  stdout.on('error', () => process.exit(0))
  stderr.on('error', () => process.exit(1))
  return {
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    isTerminal: stderr.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    columns: stderr.columns || 80,
  }
}

const BAR_WIDTH = 24
const REDRAW_MS = 80

/** A progress bar on one line of a terminal, which disappears when done. Writes nothing elsewhere. */
export class ProgressBar {
  #terminal: Terminal
  #drawnAt = -REDRAW_MS
  #isDrawn = false

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  show(text: string, share: number): void {
    const now = performance.now()
    if (!this.#terminal.isTerminal || now - this.#drawnAt < REDRAW_MS) return
    this.#drawnAt = now
    this.#isDrawn = true
    const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH)
    const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full)
    this.#terminal.err(`\r\u001b[K${bar} ${text.slice(0, this.#terminal.columns - BAR_WIDTH - 2)}`)
  }

  clear(): void {
    if (this.#isDrawn) this.#terminal.err('\r\u001b[K')
    this.#isDrawn = false
  }
}

const COLOURS = { red: 31, yellow: 33, green: 32 }

/** A text in colour on a terminal, plain elsewhere. */
export function paint(terminal: Terminal, colour: keyof typeof COLOURS, text: string): string {
  return terminal.isTerminal ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text
}
