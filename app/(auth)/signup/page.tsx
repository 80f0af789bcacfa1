import { redirect } from 'next/navigation'
import { authTexts } from '#app/reader'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { SignupForm } from '#components/auth/signup-form.tsx'
import { TextLink } from '#components/auth/text-link.tsx'
import { pageMeta, visitorCtx } from '#lib/http/page'
import { isSignUpOpen } from '#lib/identity/account/sign-up'

export default async function Page() {
  if (await visitorCtx()) redirect('/overview')
  const t = await authTexts()
  const isClosed = !isSignUpOpen(await pageMeta())
  return (
    <AuthCard
      title={t('signUp.title')}
      intro={t(isClosed ? 'signUp.closed' : 'signUp.intro')}
      footer={t.rich('signUp.haveAccount', { a: (text) => <TextLink href="/login">{text}</TextLink> })}
    >
      {isClosed ? null : <SignupForm />}
    </AuthCard>
  )
}
