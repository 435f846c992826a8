import { COMPARED_PRODUCTS } from '#lib/limits.ts'

// Texts of what runs in the browser stand apart, so that it does not load all the others.

export const toastTexts = { close: 'Close this message' }

export const compareTexts = {
  compare: 'COMPARE',
  see: (count: number) => `SEE COMPARISON (${count})`,
  added: (count: number) =>
    count === 1 ? 'Added to the comparison' : `Added. ${count} products to compare.`,
  compareFull: `Up to ${COMPARED_PRODUCTS} products fit side by side. Remove one of them first.`,
}

export const locationTexts = {
  choose: 'Choose your delivery location',
  search: 'Search your country',
  none: 'No country by that name',
  found: (count: number) => (count === 1 ? '1 country' : `${count} countries`),
  close: 'Close',
}

export const searchTexts = {
  placeholder: 'Search for atta, dal, tamatar',
  label: 'Search products',
  search: 'Search',
  searchFor: 'Search for',
  suggestions: 'Suggestions',
  suggestionCount: (count: number) =>
    count === 0 ? 'No suggestions' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`,
  productCount: (count: number) => (count === 1 ? '1 product' : `${count} products`),
  category: 'Category',
  products: 'Products',
  oldPrice: 'Old price ',
}
