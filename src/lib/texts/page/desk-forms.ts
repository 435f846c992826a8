/** Texts of a desk form that is shown again with what was typed. */
export const typedFormTexts = {
  correct: 'Please correct this and save again. Nothing is live yet.',
  picturesAgain: 'Please choose the pictures again. Everything else you entered is still here.',
}
