'use client'

import { createContext, type ReactNode } from 'react'

/** What the frame asks of the user besides the account. */
interface Visitor {
  /** Whether the user administers the installation. */
  isOperator: boolean
  /** Whether a link to the user's address would confirm the organisation, which nobody has confirmed yet. */
  canConfirm: boolean
}

export const VisitorContext = createContext<Visitor>({ isOperator: false, canConfirm: false })

export function VisitorProvider({ children, ...visitor }: Visitor & { children: ReactNode }) {
  return <VisitorContext value={visitor}>{children}</VisitorContext>
}
