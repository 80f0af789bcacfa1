import Link from 'next/link'

/** The link back to the sign-in page. */
export function BackToLogin({ words = 'Sign in' }: { words?: string }) {
  return (
    <Link href="/login" className="text-accent underline underline-offset-2">
      {words}
    </Link>
  )
}
