/** What a password's field says; apart from form.ts, as the checkout has fields but not those of form.ts. */
export const fieldTexts = {
  showTyped: 'Show what I type',
  hideTyped: 'Hide what I type',
} as const
