/** What a form of the desk says that is shown again with what was typed. */
export const typedFormTexts = {
  correct: 'Please correct this and save again. Nothing is live yet.',
  picturesAgain: 'Choose the pictures again: of what you sent they alone are not kept.',
}
