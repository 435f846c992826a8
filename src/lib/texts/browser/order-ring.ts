/** Texts of the bell at the desk. */
export const ringTexts = {
  waiting: (count: number) =>
    count === 1 ? 'A new order waits' : `${count.toLocaleString('en-IN')} new orders wait`,
  look: 'Look',
  quiet: 'Quiet',
}
