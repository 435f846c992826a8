const count = (n: number) => n.toLocaleString('en-IN')

/** Texts where a list meets what a colleague changed. */
export const mergeTexts = {
  title: 'Changed by both',
  hint: 'Since your list was written somebody else changed these fields, too. Say for each whose value counts; until then the shop keeps theirs.',
  mine: 'Mine',
  theirs: 'Theirs',
  empty: 'empty',
  commandLine: 'the command line',
  by: (who: string, when: string, n: number) => `${who}, ${when}, import ${n}`,
  rest: (n: number) => `Of the other ${count(n)} fields all`,
  answerFirst: (n: number) =>
    n === 1
      ? 'Say of the field that both changed whose value counts.'
      : `Say of each of the ${count(n)} fields that both changed whose value counts.`,
  kept: (n: number) =>
    `${n === 1 ? 'One field stays as a colleague' : `${count(n)} fields stay as colleagues`} made ${n === 1 ? 'it' : 'them'} since your list was written: the list does not change ${n === 1 ? 'it' : 'them'}.`,
  asIs: 'Take the list as it is, also there',
  cameSince: (n: number) =>
    `Nothing was published: meanwhile import ${n} changed a field of this list, too. Say whose value counts.`,
}
