'use client'

import { createContext, type ReactNode } from 'react'

/** Whether the user administers the installation. */
export const IsOperatorContext = createContext(false)

export function OperatorProvider({ isOperator, children }: { isOperator: boolean; children: ReactNode }) {
  return <IsOperatorContext value={isOperator}>{children}</IsOperatorContext>
}
