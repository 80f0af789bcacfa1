import type { Metadata } from 'next'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { ConfirmAddress } from '#components/auth/confirm-address.tsx'
import { pageMeta } from '#lib/http/page'
import { type LinkView, viewLink } from '#lib/identity/links/view-link'

// The URL contains a secret token: no search engine and no other site may get it.
export const metadata: Metadata = {
  title: 'Confirm your address',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const link = await viewLink(await pageMeta(), 'address', token)
  if (!link?.pendingEmail)
    return (
      <AuthCard
        title="This link is no longer valid"
        intro="It was already used, replaced by a newer one, or has expired after seven days."
        footer={<BackToLogin />}
      >
        <p className="text-ink-soft">
          If the address is new, ask an administrator to enter it again. If you have signed up with it, sign
          in and have the link sent again.
        </p>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Confirm your address"
      intro={introOf(link)}
      footer="Not you? Just close this page; nothing will change."
    >
      <ConfirmAddress token={token} />
    </AuthCard>
  )
}

function introOf({ email, pendingEmail, tenantName }: LinkView): string {
  return pendingEmail === email
    ? `${tenantName} was signed up with ${email}. Once you confirm that the address is yours, it can send documents to others.`
    : `You will then sign in at ${tenantName} with ${pendingEmail} instead of ${email}.`
}
