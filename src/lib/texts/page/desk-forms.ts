/** Texts of a desk form that is shown again with what was typed. */
export const typedFormTexts = {
  correct: 'Please correct this and save again. Nothing is live yet.',
  kept: 'Pictures from before',
  keptHint:
    'These pictures are still here and come with the form. Untick a picture to leave it out, or choose another in its field.',
  picturesAgain: 'Please choose the pictures again.',
}
