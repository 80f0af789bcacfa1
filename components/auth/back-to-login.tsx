import Link from 'next/link'

/** The link back to the sign-in page. */
export function BackToLogin({ label = 'Sign in' }: { label?: string }) {
  return (
    <Link href="/login" className="text-accent underline underline-offset-2">
      {label}
    </Link>
  )
}
