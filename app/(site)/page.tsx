import { Landing } from '#components/site/landing.tsx'
import { pageMeta, visitorCtx } from '#lib/http/page'
import { isSignUpOpen } from '#lib/identity/account/sign-up'

export default async function Page() {
  const ctx = await visitorCtx()
  return <Landing signedIn={ctx !== null} signupOpen={isSignUpOpen(await pageMeta())} />
}
