import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { authTexts } from '#app/reader'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { FactorStep } from '#components/auth/factor-step.tsx'
import { TextLink } from '#components/auth/text-link.tsx'
import { readChallenge } from '#lib/http/credentials/provider-sign-in'
import { readCallbackPath } from '#lib/http/credentials/session-cookie'
import { pageMeta } from '#lib/http/page'
import { viewChallenge } from '#lib/identity/factors/view-challenge'

/** Asks for the second factor after the sign-in at an OpenID provider. */
export default async function Page() {
  const request = { headers: await headers() }
  const challenge = readChallenge(request)
  const factorRequest = challenge && (await viewChallenge(challenge, (await pageMeta()).now))
  if (!factorRequest) redirect('/login?error=failed')
  const t = await authTexts()
  return (
    <AuthCard
      title={t('signIn.title')}
      intro={t('signIn.factorAfterProvider')}
      footer={<TextLink href="/login">{t('signIn.back')}</TextLink>}
    >
      <FactorStep request={factorRequest} next={readCallbackPath(request)} />
    </AuthCard>
  )
}
