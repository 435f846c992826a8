import { counted } from '#lib/texts/counted.ts'
import { productTexts } from '../browser/product.ts'
import { searchTexts } from '../browser/shared.ts'

const { productCount } = searchTexts

/**
 * Texts of the shop's pages; verbatim where a rule gives the wording. Texts that are on every page
 * keep to ASCII: one wider character doubles the memory and time of rendering a page.
 */
export const pageTexts = {
  ...productTexts,
  skipToContent: 'Skip to content',
  defaultSlogan: 'Everyday fresh groceries, delivered to your door',
  home: 'Home',
  account: 'Account',
  allCategories: 'All Categories',
  mainNavigation: 'Main',
  breadcrumb: 'Breadcrumb',
  menuOrders: 'Orders',
  menuList: 'My List',
  subcategoriesOf: (name: string) => `Sub-categories of ${name}`,
  checkoutTitle: 'Checkout',
  nothingToCheckOut: 'There is nothing to check out yet.',
  searchAgain: 'Search again',
  products: 'Products',

  featuredCategories: 'Featured Categories',
  buyAgain: 'Buy again',
  nothingBought:
    'What you have bought before will be listed here, for as long as the shop sells it.',
  featuredProducts: 'Featured Products',
  newProducts: 'NEW PRODUCTS',
  filterProducts: 'Filter Products',
  noProductsFound: 'No Products Found',
  offers: 'Offers',
  offer: (number: number, count: number) => `Offer ${number} of ${count}`,
  shopNow: 'Shop now',
  seeAll: (name: string) => `See all of ${name}`,
  emptyShop: 'The shelves are being filled. Please come back soon.',

  newsletterTitle: '$20 off the first order',
  newsletterText:
    'Join our newsletter: $20 off the first order, fresh arrivals and the best prices of the week.',
  emailLabel: 'Email address',
  subscribe: 'Subscribe',

  sellingPoints: [
    'Everyday fresh products',
    'Free delivery for orders over $70',
    'Daily mega discounts',
    'Best price on the market',
  ],
  copyright: (year: number, name: string) => `${year} ${name}. All rights reserved.`,

  productCategories: 'PRODUCT CATEGORIES',
  filters: 'Filters',
  filterByPrice: 'FILTER BY PRICE',
  from: 'From: Rs ',
  lowestPrice: 'Lowest price in rupees',
  highestPrice: 'Highest price in rupees',
  priceBetween: (low: string | undefined, high: string | undefined) =>
    low === undefined
      ? `Up to ₹${high}`
      : high === undefined
        ? `From ₹${low}`
        : `₹${low} to ${high}`,
  brands: 'BRANDS',
  starsAndUp: (stars: number) =>
    stars === 5 ? '5 stars' : stars === 1 ? '1 star and up' : `${stars} stars and up`,
  andUp: '& up',
  anyRating: 'Any rating',
  brandNames: 'Brand names',
  dietAndStock: 'Food and stock',
  isVeg: 'Vegetarian',
  isNonVeg: 'Non-vegetarian',
  inStockOnly: 'In stock',
  onOffer: 'On offer',
  productTypes: 'Type',
  packSizes: 'Pack size',
  moreBrands: (count: number) =>
    `${counted(count, 'more brand', 'more brands')}: search to find ${count === 1 ? 'it' : 'them'}.`,
  apply: 'Apply',
  showProducts: (count: number) => `Show ${productCount(count)}`,
  sortBy: 'Sort by',
  sorts: {
    newest: 'Newest first',
    featured: 'Featured first',
    price: 'Price, low to high',
    '-price': 'Price, high to low',
    rating: 'Best rated',
    unitprice: 'Price per kg or litre',
  },
  bestMatch: 'Best match',
  layout: 'Layout',
  columns: { 1: 'One column', 2: 'Two columns', 4: 'Four columns' },
  activeFilters: 'Active filters',
  removeFilter: (label: string) => `Remove ${label}`,
  clearAll: 'Clear all',
  soldIn: (location: string) => `Sold in ${location}`,
  changeLocation: 'Change location',
  noneWithFilters: 'No product matches all of these filters. Try without one of them:',
  noneAtLocation: (location: string) => `Nothing here is sold in ${location}.`,
  withoutFilter: (label: string, count: number) => `Without '${label}': ${productCount(count)}`,
  yourLocation: 'Your location',
  everywhere: 'All',
  deliverHere: 'Deliver here',
  allOf: (name: string) => `All of ${name}`,
  /** Before the total, which on a phone stands alone. */
  shownOf: (first: number, last: number) => `${first} to ${last} of`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  pageNumber: (page: number) => `Page ${page}`,
  emptyListing: 'There is nothing on this shelf at the moment. Try another one:',

  searchResultsFor: (text: string) => `Results for '${text}'`,
  allProducts: 'All products',
  noResult: (text: string) => `No product matches '${text}'.`,
  didYouMean: 'Did you mean:',
  noResultHint: 'Try fewer or other words, the Hindi name, or browse a category:',

  packCount: (count: number) => `${count} packs`,
  soldOnlyIn: (countries: string[]) => `Sold in ${countries.join(', ')} only`,
  returnsWithin: (days: number, isFree: boolean) =>
    days === 0
      ? 'Not taken back, unless it is faulty, wrong or late'
      : `${isFree ? 'Free returns' : 'Returns'} within ${counted(days, 'day')}`,
  share: 'Share this product',
  priceAsOf: 'Price and stock as of ',
  sections: 'Sections of this page',
  description: 'Description',
  noDescription: 'The shop has not described this product yet.',
  additionalInfo: 'Additional info',
  relatedProducts: 'RELATED PRODUCTS',
  recentlyViewed: 'Recently viewed',

  compareTitle: 'Compare products',
  compareEmpty:
    'Nothing to compare yet. Open a product and press COMPARE; up to 4 fit side by side.',
  compareMissing: (count: number) =>
    count === 1
      ? 'One of these products is no longer sold.'
      : `${count} of these products are no longer sold.`,
  compareAdd: 'Add another product',
  compareRemove: (name: string) => `Remove ${name} from the comparison`,
  compareDiffers: 'differs',
  compareMarked: 'Rows that differ are marked.',
  compareRows: {
    price: 'Price',
    unitPrice: 'Price per kg or litre',
    brand: 'Brand',
    rating: 'Rating',
    packs: 'Packs',
    stock: 'Stock',
  },
  noValue: 'not given',
  specificationNames: {
    origin: 'Country of origin',
    /** Of a place that names no country. */
    region: 'Origin',
    shelfLife: 'Shelf life',
    veg: 'Diet',
  },

  /** Shown for a product without specifications of its own. */
  fixedSpecifications: [
    { key: 'Price', value: 'In Indian rupees, all taxes included' },
    { key: 'Delivery', value: 'Free, to the address you choose' },
  ],

  notFoundTitle: 'This page is not on our shelves',
  notFoundText: 'The address may be mistyped, or the product is no longer sold. Try a search:',
  goneTitle: 'No longer sold',
  goneText: 'We do not sell this product any more. Perhaps one of these will do instead:',
  faultTitle: 'Something went wrong on our side',
  faultText: 'Please try again in a moment. If it happens again, tell us this number:',
}
