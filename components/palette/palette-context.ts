'use client'

import { createContext, useContext } from 'react'

interface PaletteContextValue {
  open: () => void
  /** Opens the dialog to invite a user. */
  invite: () => void
  /** Opens the browser's dialog to choose files. */
  chooseFiles: () => void
  showShortcuts: () => void
}

export const PaletteContext = createContext<PaletteContextValue | null>(null)

export function usePalette(): PaletteContextValue {
  const palette = useContext(PaletteContext)
  if (!palette) throw new Error('usePalette needs a PaletteProvider above it')
  return palette
}
