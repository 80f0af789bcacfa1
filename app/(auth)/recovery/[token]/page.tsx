import type { Metadata } from 'next'
import Link from 'next/link'
import { AuthCard } from '#components/auth/auth-card.tsx'
import { BackToLogin } from '#components/auth/back-to-login.tsx'
import { ChoosePasswordForm } from '#components/auth/choose-password-form.tsx'
import { pageMeta } from '#lib/http/page'
import { viewLink } from '#lib/identity/links/view-link'

// The address is a secret.
export const metadata: Metadata = {
  title: 'New password',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const person = await viewLink(await pageMeta(), 'recovery', token)
  if (!person)
    return (
      <AuthCard
        title="This link is over"
        lead="It was used, a newer one was sent, or its hour has passed."
        foot={
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
      lead={`Choose one, ${person.name}. All your other sessions end.`}
      foot={<BackToLogin words="Leave it as it is" />}
    >
      <ChoosePasswordForm kind="recovery" token={token} email={person.email} />
    </AuthCard>
  )
}
