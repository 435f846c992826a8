/**
 * Loads the schemas of the account API's answers: when a form is first touched, not with its
 * screen.
 */
export const loadAnswers = () => import('#lib/account/account-answers.ts')
