import type { ReactNode } from 'react'
import { Translated } from '#app/reader'

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <Translated part="auth">{children}</Translated>
}
