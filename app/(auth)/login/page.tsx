import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { ContinueWith } from '#components/auth/continue-with.tsx'
import { LoginForm } from '#components/auth/login-form.tsx'
import { safePath } from '#components/auth/sign-in.ts'
import { ErrorAlert } from '#components/ui/states.tsx'
import { rememberedProvider } from '#lib/http/credentials/provider-cookie'
import { pageMeta, visitorCtx } from '#lib/http/page'
import { isSignUpOpen } from '#lib/identity/account/sign-up'
import { installationProvider } from '#lib/identity/sso/find-provider'
import { refusalMessage } from '#lib/identity/sso/sign-in-refused'

export const metadata: Metadata = { title: 'Sign in' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>
}) {
  const { next, error } = await searchParams
  const path = typeof next === 'string' ? next : undefined
  if (await visitorCtx()) redirect(safePath(path))
  const providers = [await rememberedProvider({ headers: await headers() }), installationProvider()].filter(
    (provider) => provider !== null,
  )
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
      <div className="flex flex-col gap-5">
        {error ? <ErrorAlert message={refusalMessage(String(error))} /> : null}
        {providers.map(({ id, name }) => (
          <ContinueWith key={id} id={id} name={name} next={path} />
        ))}
        {providers.length > 0 ? (
          <p className="text-center text-sm text-ink-soft">or with a password</p>
        ) : null}
        <LoginForm next={path} />
      </div>
    </AuthCard>
  )
}
