import { redirect } from 'next/navigation'
import { authTexts } from '#app/reader'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { RequiredSetup } from '#components/session/required-setup.tsx'
import { visitorCtx } from '#lib/http/page'

/** For users whose organisation requires a second factor, and who have none. */
export default async function Page() {
  const ctx = await visitorCtx()
  if (!ctx) redirect('/login')
  if (!ctx.mustSetUpFactor) redirect('/settings/security')
  const t = await authTexts()
  return (
    <AuthCard
      title={t('requiredFactor.title')}
      intro={t('requiredFactor.intro')}
      footer={t('requiredFactor.footer')}
    >
      <RequiredSetup />
    </AuthCard>
  )
}
