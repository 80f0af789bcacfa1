import type { Metadata } from 'next'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { ChoosePasswordForm } from '#components/auth/choose-password-form.tsx'
import { pageMeta } from '#lib/http/page'
import { viewLink } from '#lib/identity/links/view-link'

// The URL contains a secret token: no search engine and no other site may get it.
export const metadata: Metadata = {
  title: 'Invitation',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const link = await viewLink(await pageMeta(), 'invitation', token)
  if (!link)
    return (
      <AuthCard
        title="This invitation is no longer valid"
        intro="It was already used, replaced by a newer one, or has expired after seven days."
        footer={
          <>
            Been here before? <BackToLogin />
          </>
        }
      >
        <p className="text-ink-soft">Ask the person who invited you for a new one.</p>
      </AuthCard>
    )
  return (
    <AuthCard
      title={`Welcome, ${link.name}`}
      intro={`${link.tenantName} invites you. Choose a password to join.`}
      footer="Not you? Just close this page; nothing will change."
    >
      <ChoosePasswordForm kind="invitation" token={token} email={link.email} />
    </AuthCard>
  )
}
