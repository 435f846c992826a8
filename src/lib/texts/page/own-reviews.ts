/** Texts of the page on which shoppers see their own reviews. */
export const ownReviewTexts = {
  title: 'My reviews',
  none: 'You have not written a review yet.',
  takenDown:
    'The shop has taken this review down: nobody else sees it. You can change it; it stays down until the shop shows it again.',
  change: 'Change',
  changeOf: (product: string) => `Change the review of ${product}`,
  text: 'Your review',
  stars: 'Stars',
  save: 'Save',
  delete: 'Delete',
  deleteOf: (product: string) => `Delete the review of ${product}`,
  deleteSure:
    'Delete this review? It disappears from the shop at once and cannot be brought back. You can write a new one.',
  deleteYes: 'Yes, delete it',
  noLongerSold: 'no longer sold',
} as const
