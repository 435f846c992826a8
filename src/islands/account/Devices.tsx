import { When } from '#islands/kit/When.tsx'
import { tabPath } from '#lib/account/account-tabs.ts'
import { accountTexts } from '#lib/texts/browser/account-screens.ts'

/** A browser that is signed in to the account. */
export type OwnDevice = { id: string; device: string; signedin: string; current: boolean }
type Props = { devices: OwnDevice[]; userid: string }

/** Lists where the account is signed in, and signs it out there (A28). Plain forms. */
export function Devices({ devices, userid }: Props) {
  return (
    <div className="grid gap-4">
      <ul className="list rounded-box border border-base-300">
        {devices.map(({ id, device, signedin, current }) => (
          <li key={id} className="list-row flex flex-wrap items-center gap-3">
            <p className="grid grow">
              <span className="flex flex-wrap items-center gap-2">
                <b>{device}</b>
                {current && (
                  <span className="badge badge-soft badge-success">{accountTexts.thisDevice}</span>
                )}
              </span>
              <span className="text-sm text-muted">
                {accountTexts.signedInAt} <When at={signedin} />
              </span>
            </p>
            {!current && (
              <form action={`/api/user/sessions/${id}`} method="post">
                <End userid={userid} />
                <button className="btn">
                  {accountTexts.signOutThere} <span className="sr-only">{device}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <form action="/api/user/sessions" method="post">
          <End userid={userid} />
          <button className="btn btn-primary max-sm:btn-block">
            {accountTexts.signOutElsewhere}
          </button>
        </form>
      ) : (
        <p>{accountTexts.onlyHere}</p>
      )}
    </div>
  )
}

function End({ userid }: Pick<Props, 'userid'>) {
  return (
    <>
      <input type="hidden" name="_method" value="delete" />
      <input type="hidden" name="userid" value={userid} />
      <input type="hidden" name="next" value={tabPath('devices')} />
    </>
  )
}
