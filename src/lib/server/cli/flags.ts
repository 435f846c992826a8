import type { Flags } from './call.ts'

/** Converts the parsed options of a command line to flags. */
export function readFlags(values: Record<string, unknown>): Flags {
  const is = (name: string) => values[name] === true
  return {
    map: typeof values['map'] === 'string' ? values['map'] : undefined,
    all: is('all'),
    json: is('json'),
    csv: is('csv'),
    isNew: is('new'),
    dryRun: is('dry-run'),
    replace: is('replace'),
    rehearses: is('rehearse'),
    isIncomplete: is('incomplete'),
    skipInvalid: is('skip-invalid'),
    isUnconfirmed: is('unconfirmed'),
    repairsLetters: is('repair-letters'),
    leavesLater: is('leave-later'),
    stockMode: is('set-stock') ? 'set' : is('keep-stock') ? 'keep' : 'ask',
    texts: Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  }
}
