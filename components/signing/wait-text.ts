import type { SigningTexts } from '#lib/messages/signing'
import { fillPlural } from './fill.ts'

/** "40 seconds", from a minute on "12 minutes". */
export function waitText(seconds: number, t: SigningTexts): string {
  if (seconds < 60) return fillPlural(t.waitSeconds, { count: seconds }, t)
  return fillPlural(t.waitMinutes, { count: Math.ceil(seconds / 60) }, t)
}
