import Link from 'next/link'
import type { ReactNode } from 'react'

/** A link within a text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  )
}
