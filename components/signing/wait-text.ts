import type { SigningTexts } from '#lib/messages/signing'
import { fill } from './fill.ts'

/** "40 seconds", from a minute on "12 minutes". */
export function waitText(seconds: number, t: SigningTexts): string {
  if (seconds < 60) return fill(t.waitSeconds, { count: seconds })
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? t.waitOneMinute : fill(t.waitMinutes, { count: minutes })
}
