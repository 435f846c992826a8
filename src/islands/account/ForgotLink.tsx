import { forgotPath } from '#lib/account/next-path.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'

/** Link to the password-reset screen, which passes `next` on. */
export function ForgotLink({ next }: { next: string }) {
  return (
    <p className="text-right">
      <a
        className="inline-flex min-h-11 link items-center font-semibold link-hover"
        href={forgotPath(next)}
      >
        {authTexts.forgotPassword}
      </a>
    </p>
  )
}
