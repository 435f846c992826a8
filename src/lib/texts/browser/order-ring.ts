/** Texts of the bell at the desk. */
export const ringTexts = {
  waiting: (count: number) =>
    count === 1
      ? 'A new order is waiting'
      : `${count.toLocaleString('en-IN')} new orders are waiting`,
  look: 'View',
  quiet: 'Mute',
}
