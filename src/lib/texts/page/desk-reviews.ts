import { reviewTexts } from '#lib/texts/browser/review.ts'
import { counted } from '#lib/texts/counted.ts'

/** Texts of the desk's page of reviews. */
export const deskReviewTexts = {
  title: 'Reviews',
  intro:
    'What you take down leaves the shop and its ratings at once. Its writer still sees it, with a note that it is down.',
  hint: 'Product, SKU or barcode',
  search: 'Search',
  stars: 'Stars',
  anyStars: 'Any stars',
  byState: 'Reviews by state',
  all: 'All',
  states: { shown: 'Shown', down: 'Taken down', changed: 'Changed since' },
  found: (n: number) => counted(n, 'review'),
  none: 'No review found.',
  everything: 'All reviews',
  list: 'Reviews, newest first',
  noLongerSold: 'no longer sold',
  noText: 'Stars only, without words.',
  editedOn: (day: string) => `Edited ${day}`,
  changed: 'The customer has changed it since it was taken down.',
  takenDown: (when: string, who: string) => `Taken down ${when} by ${who}.`,
  shownAgain: (when: string, who: string) => `Shown again ${when} by ${who}.`,
  reason: (text: string) => `Reason: ${text}`,
  reasonThen: (text: string) => `It was down because: ${text}`,
  reasonField: 'Reason, seen only by the shop (optional)',
  takeDown: 'Take down',
  takeDownOf: (product: string, who: string) => `Take down the review of ${product} by ${who}`,
  show: 'Show again',
  showOf: (product: string, who: string) => `Show the review of ${product} by ${who} again`,
  done: {
    takedown: (product: string) => `The review of ${product} is taken down.`,
    show: (product: string) => `The review of ${product} is shown again.`,
  },
  already: {
    takedown: (product: string) => `The review of ${product} was taken down already.`,
    show: (product: string) => `The review of ${product} is shown already.`,
  },
  edited: 'The customer has just changed this review. Please read it as it is now.',
  malformed: 'The form could not be read. Please reload the page.',
  /** Who took back a review, in the record of what was done at the desk. */
  writer: 'A customer',
  /** In the record of what was done at the desk, after `took down a review`. */
  logged: (product: string, rating: number, day: string) =>
    `${product}, ${reviewTexts.stars(rating)}, written ${day}`,
}
