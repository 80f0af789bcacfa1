'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'

/** Changes the address in place; what is shown reads it from there. Without scripts an ordinary link. */
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
