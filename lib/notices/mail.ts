import type { Sheet } from './sheet.ts'

/** A mail that an event calls for. */
export interface Mail {
  to: string
  sheet: Sheet
}
