import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { ContinueWith } from '#components/auth/continue-with.tsx'
import { safePath } from '#components/auth/sign-in.ts'
import { ErrorAlert } from '#components/ui/states.tsx'
import { visitorCtx } from '#lib/http/page'
import { findProvider } from '#lib/identity/sso/find-provider'
import { refusalMessage } from '#lib/identity/sso/sign-in-refused'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

interface PageProps {
  params: Promise<{ organisation: string }>
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>
}

/** The sign-in link of a tenant. */
export default async function Page({ params, searchParams }: PageProps) {
  const { next, error } = await searchParams
  const path = typeof next === 'string' ? next : undefined
  const provider = await findProvider((await params).organisation)
  if (!provider?.tenant) notFound()
  if (await visitorCtx()) redirect(safePath(path))
  return (
    <AuthCard
      title="Sign in"
      intro={`${provider.tenant.name} signs in with ${provider.name}.`}
      footer={<BackToLogin label="Sign in with a password" />}
    >
      <div className="flex flex-col gap-5">
        {error ? <ErrorAlert message={refusalMessage(String(error))} /> : null}
        <ContinueWith id={provider.id} name={provider.name} next={path} variant="primary" />
      </div>
    </AuthCard>
  )
}
