/** Texts of a product on its page, on cards, in the quick view and in the cart. */
export const productTexts = {
  percentOff: (percent: number) => `${percent}% off`,
  oldPrice: 'Old price ',
  mrp: 'MRP ',
  rating: (stars: number) => `Rated ${stars} of 5 stars`,
  /** Beside stars that are not from customers. */
  shopsRating: 'our rating',
  reviewCount: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
  vegMarks: { veg: 'Vegetarian', nonveg: 'Non-vegetarian' },
  inStock: 'IN STOCK',
  outOfStock: 'OUT OF STOCK',
  onlyLeft: (count: number) => `Only ${count} left`,
  choosePack: 'Choose a pack',
  packFirst: 'Choose a pack first.',
  choiceFirst: 'Choose the marked options first.',
  choiceNames: { ram: 'RAM', size: 'Size', weight: 'Weight' },
  photosOf: (name: string) => `Photos of ${name}`,
  photo: (number: number, count: number) => `Photo ${number} of ${count}`,
}
