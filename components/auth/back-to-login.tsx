import Link from 'next/link'

/** The way back from a side door. */
export function BackToLogin({ words = 'Sign in' }: { words?: string }) {
  return (
    <Link href="/login" className="text-accent underline underline-offset-2">
      {words}
    </Link>
  )
}
