/** The schemas of what accounts answer: they come when a form is first touched, not with its screen. */
export const loadAnswers = () => import('#lib/account/account-answers.ts')
