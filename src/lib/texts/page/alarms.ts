const products = (count: number) =>
  count === 1 ? '1 product' : `${count.toLocaleString('en-IN')} products`

/** What an editor reads before a list that looks like a slip counts. */
export const alarmTexts = {
  withdrawn: (count: number, all: number) =>
    `${products(count)} of ${all.toLocaleString('en-IN')} would leave the shop, because the list lacks them. Is this only a part of your list?`,
  priceJumps: (count: number, factor: number, example: string) =>
    `${products(count)} would cost more than ${factor} times as much as before, or less than a third: ${example}`,
  jump: (name: string, before: string, after: string) => `${name}, from ${before} to ${after}`,
  paiseUp: (count: number) =>
    `The prices of ${products(count)} are about a hundred times what they were. Are they in paise?`,
  paiseDown: (count: number) =>
    `The prices of ${products(count)} are about a hundredth of what they were. Are they meant in rupees?`,
  swapped: (count: number, name: string) =>
    `${products(count)} would be named by their category (“${name}”). Are the columns name and category exchanged?`,
  emptied: (column: string, count: number) =>
    `${products(count)} would lose their ${column}: the cells are empty.`,
  confirmMine: (count: number) =>
    `With your own values in all of these fields the list changes a great deal. If you want that, type ${count}.`,
  confirmFirst: (count: number) =>
    `This list changes a great deal. Type ${count} to say that you mean it.`,
}
