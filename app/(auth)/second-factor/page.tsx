import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { RequiredSetup } from '#components/second-factor/required-setup.tsx'
import { visitorCtx } from '#lib/http/page'

export const metadata: Metadata = { title: 'Second factor' }

/** For users whose organisation requires a second factor, and who have none. */
export default async function Page() {
  const ctx = await visitorCtx()
  if (!ctx) redirect('/login')
  if (!ctx.mustSetUpFactor) redirect('/settings')
  return (
    <AuthCard
      title="Set up a second factor"
      intro="Your organisation requires one, so that a stolen password is not enough to sign in as you."
      footer="Either will do; you can add more in the settings."
    >
      <RequiredSetup />
    </AuthCard>
  )
}
