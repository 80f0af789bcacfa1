import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { authTexts } from '#app/reader'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { ContinueWith } from '#components/auth/continue-with.tsx'
import { LoginForm } from '#components/auth/login-form.tsx'
import { safePath } from '#components/auth/sign-in.ts'
import { TextLink } from '#components/auth/text-link.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { findRememberedProvider } from '#lib/http/credentials/provider-cookie'
import { pageMeta, visitorCtx } from '#lib/http/page'
import { isSignUpOpen } from '#lib/identity/account/sign-up'
import { getInstallationProvider } from '#lib/identity/sso/find-provider'
import { parseRefusal } from '#lib/identity/sso/sign-in-refused'

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>
}) {
  const { next, error } = await searchParams
  const path = typeof next === 'string' ? next : undefined
  if (await visitorCtx()) redirect(safePath(path))
  const providers = [
    await findRememberedProvider({ headers: await headers() }),
    getInstallationProvider(),
  ].filter((provider) => provider !== null)
  const t = await authTexts()
  return (
    <AuthCard
      title={t('signIn.title')}
      intro={t('signIn.intro')}
      footer={
        isSignUpOpen(await pageMeta())
          ? t.rich('signIn.noAccount', { a: (text) => <TextLink href="/signup">{text}</TextLink> })
          : t('signIn.askAdministrator')
      }
    >
      <div className="flex flex-col gap-5">
        {error ? <ErrorAlert message={t(`providerErrors.${parseRefusal(String(error))}`)} /> : null}
        {providers.map(({ id, name }) => (
          <ContinueWith key={id} id={id} name={name} next={path} />
        ))}
        {providers.length > 0 ? (
          <p className="text-center text-sm text-ink-soft">{t('signIn.orPassword')}</p>
        ) : null}
        <LoginForm next={path} />
      </div>
    </AuthCard>
  )
}
