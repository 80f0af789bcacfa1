import type { Metadata } from 'next'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { ChoosePasswordForm } from '#components/auth/choose-password-form.tsx'
import { pageMeta } from '#lib/http/page'
import { viewLink } from '#lib/identity/links/view-link'

// The address is a secret.
export const metadata: Metadata = {
  title: 'Invitation',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const person = await viewLink(await pageMeta(), 'invitation', token)
  if (!person)
    return (
      <AuthCard
        title="This invitation is over"
        lead="It was used already, a newer one was sent, or its seven days have passed."
        foot={
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
      title={`Welcome, ${person.name}`}
      lead={`${person.tenantName} invites you. Choose a password to join.`}
      foot="Not you? Then leave this page; nothing happens."
    >
      <ChoosePasswordForm kind="invitation" token={token} email={person.email} />
    </AuthCard>
  )
}
