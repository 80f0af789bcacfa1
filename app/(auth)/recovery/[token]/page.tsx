import type { Metadata } from 'next'
import Link from 'next/link'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { ChoosePasswordForm } from '#components/auth/choose-password-form.tsx'
import { pageMeta } from '#lib/http/page'
import { viewLink } from '#lib/identity/links/view-link'

// The URL contains a secret token: no search engine and no other site may get it.
export const metadata: Metadata = {
  title: 'New password',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const link = await viewLink(await pageMeta(), 'recovery', token)
  if (!link)
    return (
      <AuthCard
        title="This link is no longer valid"
        intro="It was already used, replaced by a newer one, or has expired after one hour."
        footer={
          <>
            Remembered your password? <BackToLogin />
          </>
        }
      >
        <Link href="/recovery" className="text-accent underline underline-offset-2">
          Ask for another link
        </Link>
      </AuthCard>
    )
  return (
    <AuthCard
      title="New password"
      intro={`Hello ${link.name}. Your other sessions will be signed out.`}
      footer={<BackToLogin label="Cancel" />}
    >
      <ChoosePasswordForm kind="recovery" token={token} email={link.email} />
    </AuthCard>
  )
}
