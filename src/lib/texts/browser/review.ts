/** Texts of the review form; verbatim where a rule gives the wording (S-064). */
export const reviewTexts = {
  title: 'Add a review',
  placeholder: 'Write Your Review...',
  rating: 'Your rating',
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  submit: 'Submit Review',
  hint: 'Shown with your name. You can have one review of each product; a new one replaces it.',
  /** Shown once if the form is sent without choosing stars, before a single star is given. */
  noStars: 'You have not chosen any stars yet. Choose them, or submit again to give 1 star.',
  notSaved: 'Your review could not be saved. Please try again.',

  reviews: (count: number) => `Reviews (${count})`,
  none: 'There are no reviews yet.',
  verifiedPurchase: 'Verified purchase',
  edited: 'Edited',
  newer: 'Newer reviews',
  older: 'Older reviews',
} as const
