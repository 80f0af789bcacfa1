import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Translated } from '#app/reader'

export const metadata: Metadata = { title: { default: 'Paraph', template: '%s · Paraph' } }

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <Translated>{children}</Translated>
}
