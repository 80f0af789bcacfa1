import type { CSSProperties } from 'react'

/** A page is white by night too: what stands on it keeps the inks of the day. */
export const onPaper = {
  colorScheme: 'light',
  '--color-sheet': '#ffffff',
  '--color-well': '#f3f1ec',
  '--color-ink': '#14181f',
  '--color-ink-soft': '#4d5158',
  '--color-ink-faint': '#62666e',
  '--color-rule': '#d8d4ca',
  '--color-rule-strong': '#84806f',
  '--color-accent': '#24399b',
  '--color-accent-deep': '#18276f',
  '--color-accent-wash': '#eef1fb',
  '--color-on-accent': '#ffffff',
  '--color-danger': '#9b2a1c',
  '--color-danger-wash': '#fbeae6',
  '--color-warn': '#8a6410',
  '--color-warn-wash': '#fdf5d8',
} as CSSProperties
