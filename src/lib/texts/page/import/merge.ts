import { IMPORT_KEPT_DAYS } from '#lib/limits.ts'

const count = (n: number) => n.toLocaleString('en-IN')

/** Texts about fields that both a list and a colleague have changed. */
export const mergeTexts = {
  title: 'Changed by both',
  hint: 'Somebody else has changed these fields since your list was made. Choose whose value to keep for each; until then the shop keeps theirs.',
  mine: 'Mine',
  theirs: 'Theirs',
  empty: 'empty',
  commandLine: 'the command line',
  by: (who: string, when: string, n: number) => `${who}, ${when}, import ${n}`,
  rest: (n: number) => `All of the other ${count(n)} fields`,
  answerFirst: (n: number) =>
    n === 1
      ? 'Choose whose value to keep for the field that both of you changed.'
      : `Choose whose value to keep for each of the ${count(n)} fields that both of you changed.`,
  kept: (n: number) =>
    `${n === 1 ? 'One field stays as a colleague' : `${count(n)} fields stay as colleagues`} made ${n === 1 ? 'it' : 'them'} since your list was made: the list does not change ${n === 1 ? 'it' : 'them'}.`,
  asIs: 'Use the list’s values there too',
  tooOld: `Colleagues have imported changes since your list was exported, more than ${IMPORT_KEPT_DAYS} days ago, and what they changed is no longer known. Export the products again and make your changes there.`,
  asIsAll: 'Use all values of the list',
  cameSince: (n: number) =>
    `Nothing was published: import ${n} has changed a field of this list in the meantime. Choose whose value to keep.`,
}
