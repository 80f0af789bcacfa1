'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'

/** A link that changes the URL without navigation; without scripts an ordinary link. */
export function InPlaceLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault()
        window.history.pushState(null, '', href)
      }}
    />
  )
}
