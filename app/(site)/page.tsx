import { Landing } from '#components/site/landing'
import { env } from '#lib/core/env'
import { visitorCtx } from '#lib/http/page'

export default async function Page() {
  const ctx = await visitorCtx()
  return <Landing signedIn={ctx !== null} signupOpen={env().signup === 'open'} />
}
