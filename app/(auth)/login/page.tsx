import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { LoginForm } from '#components/auth/login-form.tsx'
import { safePath } from '#components/auth/sign-in.ts'
import { pageMeta, visitorCtx } from '#lib/http/page'
import { isSignUpOpen } from '#lib/identity/account/sign-up'

export const metadata: Metadata = { title: 'Sign in' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const { next } = await searchParams
  const path = typeof next === 'string' ? next : undefined
  if (await visitorCtx()) redirect(safePath(path))
  return (
    <AuthCard
      title="Sign in"
      intro="Welcome back."
      footer={
        isSignUpOpen(await pageMeta()) ? (
          <>
            No account yet?{' '}
            <Link href="/signup" className="text-accent underline underline-offset-2">
              Create one
            </Link>
          </>
        ) : (
          'Ask your administrator for an account.'
        )
      }
    >
      <LoginForm next={path} />
    </AuthCard>
  )
}
