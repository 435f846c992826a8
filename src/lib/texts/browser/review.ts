/** What the review form says, to the letter where a rule has it (S-064). */
export const reviewTexts = {
  title: 'Add a review',
  placeholder: 'Write Your Review...',
  rating: 'Your rating',
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  submit: 'Submit Review',
  hint: 'You can have one review of each product; a new one replaces it.',
  notSaved: 'Your review could not be saved. Please try again.',
} as const

/** Longest review (A07). */
export const REVIEW_LENGTH = 2000
