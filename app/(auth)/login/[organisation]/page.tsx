import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { authTexts } from '#app/reader'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { ContinueWith } from '#components/auth/continue-with.tsx'
import { safePath } from '#components/auth/sign-in.ts'
import { TextLink } from '#components/auth/text-link.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { visitorCtx } from '#lib/http/page'
import { findProvider } from '#lib/identity/sso/find-provider'
import { parseRefusal } from '#lib/identity/sso/sign-in-refused'

export const metadata: Metadata = { robots: { index: false } }

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
  const t = await authTexts()
  return (
    <AuthCard
      title={t('signIn.title')}
      intro={t('signIn.tenantIntro', { tenant: provider.tenant.name, provider: provider.name })}
      footer={<TextLink href="/login">{t('signIn.withPassword')}</TextLink>}
    >
      <div className="flex flex-col gap-5">
        {error ? <ErrorAlert message={t(`providerErrors.${parseRefusal(String(error))}`)} /> : null}
        <ContinueWith id={provider.id} name={provider.name} next={path} variant="primary" />
      </div>
    </AuthCard>
  )
}
