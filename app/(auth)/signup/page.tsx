import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { SignupForm } from '#components/auth/signup-form.tsx'
import { pageMeta, visitorCtx } from '#lib/http/page'
import { isSignUpOpen } from '#lib/identity/account/sign-up'

export const metadata: Metadata = { title: 'Create an account' }

export default async function Page() {
  if (await visitorCtx()) redirect('/overview')
  const closed = !isSignUpOpen(await pageMeta())
  return (
    <AuthCard
      title="Create an account"
      intro={
        closed
          ? 'Sign-up is closed on this installation. Ask your administrator for an invitation.'
          : 'You will be the administrator and can invite colleagues.'
      }
      footer={
        <>
          Have one already?{' '}
          <Link href="/login" className="text-accent underline underline-offset-2">
            Sign in
          </Link>
        </>
      }
    >
      {closed ? null : <SignupForm />}
    </AuthCard>
  )
}
